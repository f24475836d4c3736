import { statSync } from "node:fs";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { finishAnswer } from "../../../app/chat/answers/finish-answer.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { readUpdates } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { recoverTail, settleTail } from "../../../app/chat/answers/log/log-tail.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { failingDatabase, touches } from "../../support/database/failing-database.ts";
import { heldAnswer, logRows } from "../log-rows.ts";

const count = async (db: Db, table: "answer_log" | "answer_log_tail") =>
	(await db.selectFrom(table).select("seq").execute()).length;

/** Writes rows of one letter each, of both kinds in turn, in one commit. */
async function write(log: AnswerLog, id: string, rows: number, lastSeq = 0) {
	const writer = log.openWriter(id, "me", lastSeq);
	for (let i = 1; i <= rows; i++) writer.append(i % 2 ? "text" : "reasoning", "я");
	await writer.flush();
}

eachDatabase((openTestDb, name) => {
	const isSqlite = name === "SQLite";

	test("what is committed is read from any place, whatever part of it is settled, and ends in the row", async () => {
		const db = await openTestDb();
		const log = new AnswerLog(db);
		const [id, other] = [await heldAnswer(db), await heldAnswer(db)];
		await write(log, id, 6);
		await write(log, other, 2);
		await log.settle();
		expect([await count(db, "answer_log"), await count(db, "answer_log_tail")]).toEqual([8, 0]);
		await write(log, id, 4, 6);
		expect(await count(db, "answer_log_tail")).toBe(isSqlite ? 4 : 0);
		for (const after of [0, 3, 6, 8, 10]) {
			const updates = await readUpdates(db, [
				{ answerId: id, after },
				{ answerId: other, after: 1 },
			]);
			const seqs = updates.get(id)?.entries.map(({ seq }) => seq);
			expect(seqs).toEqual(Array.from({ length: 10 - after }, (_, i) => after + i + 1));
			expect(updates.get(other)?.entries.map(({ seq }) => seq)).toEqual([2]);
		}
		await finishAnswer(db, log, id, "me", { state: "done", finish: "stop" });
		const row = await db.selectFrom("answers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
		expect([row.text, row.reasoning, row.last_seq]).toEqual(["яяяяя", "яяяяя", 10]);
		expect(await logRows(db, id)).toEqual([]);
		expect([await count(db, "answer_log"), await count(db, "answer_log_tail")]).toEqual([2, 0]);
	});

	test("what a killed server or a move from another database left is settled by the next start, and once", async () => {
		const db = await openTestDb();
		const id = await heldAnswer(db);
		const piece = { answer_id: id, kind: "text" as const, written_at: 1 };
		await db
			.insertInto("answer_log")
			.values({ ...piece, seq: 1, body: "Раз" })
			.execute();
		await db
			.insertInto("answer_log_tail")
			.values([
				{ ...piece, seq: 2, body: ", два" },
				{ ...piece, seq: 3, body: ", три" },
			])
			.execute();
		await Promise.all([recoverTail(db), settleTail(db)]);
		await recoverTail(db);
		expect((await logRows(db, id)).map(({ body }) => body)).toEqual(["Раз", ", два", ", три"]);
		expect(await count(db, "answer_log_tail")).toBe(0);
	});

	test("what the previous release has written since counts, and no row of the tail is mixed into it", async () => {
		const db = await openTestDb();
		const log = new AnswerLog(db);
		const [goneOn, ended] = [await heldAnswer(db), await heldAnswer(db)];
		for (const id of [goneOn, ended])
			await db
				.insertInto("answer_log_tail")
				.values(
					[2, 3, 4].map((seq) => ({ answer_id: id, seq, kind: "text", body: "прежнее ", written_at: 1 })),
				)
				.execute();
		await db
			.insertInto("answer_log")
			.values(
				[1, 2].map((seq) => ({
					answer_id: goneOn,
					seq,
					kind: "text",
					body: "новое ",
					written_at: 2,
				})),
			)
			.execute();
		await db
			.updateTable("answers")
			.set({ state: "done", text: "целый текст", last_seq: 2 })
			.where("id", "=", ended)
			.execute();
		await recoverTail(db);
		expect((await logRows(db, goneOn)).map(({ body }) => body)).toEqual(["новое ", "новое "]);
		expect(await logRows(db, ended)).toEqual([]);
		await finishAnswer(db, log, goneOn, "me", { state: "done", finish: "stop" });
		const row = await db
			.selectFrom("answers")
			.select("text")
			.where("id", "=", goneOn)
			.executeTakeFirstOrThrow();
		expect(row.text).toBe("новое новое ");
	});

	test("an answer that is deleted takes its rows of the tail with it", async () => {
		const db = await openTestDb();
		const log = new AnswerLog(db);
		const [gone, kept] = [await heldAnswer(db), await heldAnswer(db)];
		await write(log, gone, 3);
		await write(log, kept, 3);
		await db.deleteFrom("answers").where("id", "=", gone).execute();
		expect((await count(db, "answer_log")) + (await count(db, "answer_log_tail"))).toBe(3);
		await log.settle();
		expect((await logRows(db, kept)).length).toBe(3);
	});

	if (!isSqlite) return;

	test("the tail settles itself by its rows and by its characters", async () => {
		const db = await openTestDb();
		const log = new AnswerLog(db);
		const id = await heldAnswer(db);
		await write(log, id, 1_999);
		expect(await count(db, "answer_log_tail")).toBe(1_999);
		await write(log, id, 1, 1_999);
		expect([await count(db, "answer_log"), await count(db, "answer_log_tail")]).toEqual([2_000, 0]);
		const writer = log.openWriter(id, "me", 2_000);
		writer.append("text", "я".repeat(1_000_000));
		await writer.flush();
		expect([await count(db, "answer_log"), await count(db, "answer_log_tail")]).toEqual([2_001, 0]);
	});

	test("a tail that cannot be settled is told to the operator, and the answers go on", async () => {
		const db = await openTestDb();
		const errors: unknown[] = [];
		let breaks = true;
		const failing = failingDatabase(
			db,
			(node) => breaks && node.kind === "DeleteQueryNode" && touches(node, "answer_log_tail"),
		);
		const log = new AnswerLog(failing, undefined, (error) => errors.push(error));
		const id = await heldAnswer(db);
		await write(log, id, 2_000);
		expect(errors.length).toBe(1);
		expect([await count(db, "answer_log"), await count(db, "answer_log_tail")]).toEqual([0, 2_000]);
		breaks = false;
		await write(log, id, 2_000, 2_000);
		expect([await count(db, "answer_log"), await count(db, "answer_log_tail")]).toEqual([4_000, 0]);
		expect((await logRows(db, id)).length).toBe(4_000);
	});

	test("a commit of two hundred answers writes the pages of the tail, not one for each of them", async () => {
		const db = await openTestDb();
		const log = new AnswerLog(db);
		const ids = await Promise.all(Array.from({ length: 200 }, () => heldAnswer(db)));
		const writers = ids.map((id) => log.openWriter(id, "me", 0));
		const commit = async () => {
			for (const writer of writers) writer.append("text", "слово и слово ");
			await writers[0]?.flush();
		};
		// Long logs, or all of them would share a few pages.
		for (let i = 0; i < 100; i++) await commit();
		await log.settle();
		const walBytes = () => statSync(`${urlOf(db).replace(/^sqlite:/, "")}-wal`).size;
		// The thread that checkpoints a long log may be at it.
		await vi.waitFor(async () => {
			await sql`pragma wal_checkpoint(truncate)`.execute(db);
			expect(walBytes()).toBe(0);
		});
		for (let i = 0; i < 5; i++) await commit();
		expect(walBytes()).toBeGreaterThan(0);
		expect(walBytes() / 5).toBeLessThan(100 * 4_096);
	});
});
