import { expect, test } from "vitest";
import { AnswerLog, LeaseLost } from "../../../app/chat/answers/log/answer-log.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { NotDurable } from "../../../app/platform/db/not-durable.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { failingDatabase, touches } from "../../support/database/failing-database.ts";
import { countSyncs, diskError } from "../../support/database/failing-disk.ts";
import { heldAnswer, logRows } from "../log-rows.ts";

const bodies = async (db: Db, id: string) => (await logRows(db, id)).map(({ body }) => body);

eachDatabase((openTestDb, name) => {
	test("a listener that throws is said to the operator; the other listeners hear, and all goes on", async () => {
		const db = await openTestDb();
		const errors: unknown[] = [];
		const log = new AnswerLog(db, undefined, (error) => errors.push(error));
		const heard: string[] = [];
		const broken = new Error("a defect in a listener");
		const fail = () => {
			throw broken;
		};
		log.listen({ onAppend: fail, onChange: fail });
		log.listen({
			onAppend: (_, entries) => heard.push(...entries.map(({ body }) => body)),
			onChange: (_, from) => heard.push(from),
		});
		const [one, two] = [await heldAnswer(db), await heldAnswer(db)];
		const writers = [one, two].map((id) => log.openWriter(id, "me", 0));
		for (const [i, writer] of writers.entries()) {
			writer.append("text", `раз ${i}`);
			await writer.flush();
			writer.append("text", `два ${i}`);
			await writer.flush();
		}
		await log.announce(one);
		log.changedElsewhere(two);
		expect(heard).toEqual(["раз 0", "два 0", "раз 1", "два 1", "here", "elsewhere"]);
		expect([await bodies(db, one), await bodies(db, two)]).toEqual([
			["раз 0", "два 0"],
			["раз 1", "два 1"],
		]);
		expect(errors).toEqual(Array.from({ length: 6 }, () => broken));
	});

	test("a database that breaks while the leases are looked at fails that commit, and no other", async () => {
		const db = await openTestDb();
		let breaks = true;
		const log = new AnswerLog(failingDatabase(db, (node) => breaks && touches(node, "answers")));
		const [mine, lost] = [await heldAnswer(db), await heldAnswer(db)];
		const writer = log.openWriter(mine, "me", 0);
		const loser = log.openWriter(lost, "somebody else", 0);
		writer.append("text", "раз");
		loser.append("text", "чужое");
		await expect(writer.flush()).rejects.toThrow("the connection broke");
		await expect(loser.flush()).rejects.toThrow("the connection broke");
		expect(() => writer.append("text", "ещё")).toThrow("the connection broke");
		breaks = false;
		const next = log.openWriter(mine, "me", 1);
		next.append("text", "два");
		await next.flush();
		const again = log.openWriter(lost, "somebody else", 0);
		again.append("text", "чужое");
		await expect(again.flush()).rejects.toThrow(LeaseLost);
		// What had arrived when the reading broke off stays: the next worker goes on from it.
		expect(await bodies(db, mine)).toEqual(["раз", "два"]);
	});

	test("what arrives while a commit fails is not written after it: the text would have a hole", async () => {
		const db = await openTestDb();
		let breaks = true;
		const meanwhile: (() => void)[] = [];
		const log = new AnswerLog(
			failingDatabase(db, (node) => {
				if (!breaks || !(touches(node, "answer_log") || touches(node, "answer_log_tail"))) return false;
				for (const arrive of meanwhile) arrive();
				breaks = false;
				return true;
			}),
		);
		const [broken, other] = [await heldAnswer(db), await heldAnswer(db)];
		const writer = log.openWriter(broken, "me", 0);
		const beside = log.openWriter(other, "me", 0);
		meanwhile.push(
			() => writer.append("text", "два"),
			() => beside.append("text", "своё"),
		);
		writer.append("text", "раз");
		await expect(writer.flush()).rejects.toThrow("the connection broke");
		await beside.flush();
		expect(await bodies(db, other)).toEqual(["своё"]);
		expect(await bodies(db, broken)).toEqual([]);
		// The next worker begins where the log ends.
		const next = log.openWriter(broken, "me", 0);
		next.append("text", "снова");
		await next.flush();
		expect(await bodies(db, broken)).toEqual(["снова"]);
	});

	test("announcing that throws at once is a delay and no loss", async () => {
		const db = await openTestDb();
		const log = new AnswerLog(db, () => {
			throw new Error("not even a promise");
		});
		const id = await heldAnswer(db);
		const writer = log.openWriter(id, "me", 0);
		for (const piece of ["раз", "два"]) {
			writer.append("text", piece);
			await writer.flush();
		}
		await log.announce(id);
		expect(await bodies(db, id)).toEqual(["раз", "два"]);
	});

	if (name === "PostgreSQL") return;

	test("a disk that fails is told to the workers of that commit; the next worker goes on from what is there", async () => {
		const db = await openTestDb();
		const log = new AnswerLog(db);
		const id = await heldAnswer(db);
		const syncs = await countSyncs();
		syncs.mockRejectedValueOnce(diskError("EIO"));
		const writer = log.openWriter(id, "me", 0);
		writer.append("text", "раз");
		await expect(writer.flush()).rejects.toThrow(NotDurable);
		const next = log.openWriter(id, "me", 1);
		next.append("text", "два");
		await next.flush();
		expect(await bodies(db, id)).toEqual(["раз", "два"]);
	});
});
