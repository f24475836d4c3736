import { expect, test } from "vitest";
import { attachFiles, removeFromConversation } from "../../app/files/attachments.server.ts";
import { eraseUnattached, eraseUnused, sweepFiles } from "../../app/files/erase-files.server.ts";
import { findPassages } from "../../app/files/passages/find-passages.server.ts";
import { filesData } from "../../app/files/personal-data.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { failingDatabase, touches } from "../support/database/failing-database.ts";
import { blobsOf, QUOTA, readQueued, send } from "./stored.ts";

const DAY = 24 * 3_600_000;

eachDatabase((openTestDb) => {
	const open = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		const row = (id: string) =>
			db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
		return { db, parts, me, row, files: () => db.selectFrom("files").selectAll().execute() };
	};

	test("the same file of the same form is added once; the same bytes under two names are kept once, under both names", async () => {
		const { parts, me, files } = await open();
		const first = await send(parts, me, "a.txt", "Текст", { form: "form" });
		expect(await send(parts, me, "a.txt", "Текст", { form: "form" })).toBe(first);
		await send(parts, me, "b.txt", "Текст");
		const all = await files();
		expect(all.map(({ name }) => name).sort()).toEqual(["a.txt", "b.txt"]);
		expect(new Set(all.map(({ blob }) => blob)).size).toBe(1);
		// The bytes stay while one of the names does.
		await eraseUnattached(parts, me, [first]);
		const [left] = await files();
		expect(await parts.blobs.get(left?.blob ?? "")).toBeDefined();
		await eraseUnattached(parts, me, [left?.id ?? ""]);
		expect(await parts.blobs.get(left?.blob ?? "")).toBeUndefined();
	});

	test("two accounts share no bytes", async () => {
		const { db, parts, me, files } = await open();
		await send(parts, me, "a.txt", "Текст");
		await send(parts, await somebody(db), "a.txt", "Текст");
		expect(new Set((await files()).map(({ blob }) => blob)).size).toBe(2);
	});

	test("the plan's bytes and files a day hold; known bytes take no room", async () => {
		const { parts, me } = await open();
		const quota = { bytes: 10, perDay: 3 };
		const first = await send(parts, me, "a.txt", "12345678", { quota });
		expect(await send(parts, me, "b.txt", "123", { quota })).toBe("no-room");
		expect(await send(parts, me, "c.txt", "12345678", { quota })).not.toBe(first);
		await send(parts, me, "d.txt", "1", { quota });
		expect(await send(parts, me, "e.txt", "2", { quota: { ...quota, bytes: 100 } })).toBe("too-many-today");
		expect(
			await send(parts, me, "e.txt", "2", { quota: { ...quota, bytes: 100 }, now: Date.now() + DAY }),
		).toMatch(/-/);
	});

	test("a text is read into passages and found by another form of its words", async () => {
		const { db, parts, me, row } = await open();
		const text = `${"Вступление о разном.\n\n".repeat(80)}Настольная книга администратора описана здесь.\n\n${"Прочее в конце. \n\n".repeat(80)}`;
		const id = await send(parts, me, "Книга.txt", text);
		expect(await row(id)).toMatchObject({ state: "waiting" });
		await readQueued(parts);
		const file = await row(id);
		expect(file).toMatchObject({ state: "ready", failure: null });
		expect(file.passages).toBeGreaterThan(2);
		expect(Number(file.tokens)).toBeGreaterThan(500);
		const [best] = await findPassages(db, me, [id], "Что сказано в настольной книге администратора?");
		const found = await db
			.selectFrom("passages")
			.select("text")
			.where("file_id", "=", id)
			.where("n", "=", best?.n ?? 0)
			.executeTakeFirst();
		expect(found?.text).toContain("Настольная книга администратора");
		expect(await findPassages(db, me, [id], "слон бегемот")).toEqual([]);
		expect(await findPassages(db, await somebody(db), [], "настольная")).toEqual([]);
	});

	test("a file that cannot be read fails with its reason, and its bytes stay", async () => {
		const { parts, me, row } = await open();
		const id = await send(parts, me, "x.bin", Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 0x81]));
		await readQueued(parts);
		const file = await row(id);
		expect(file.state).toBe("failed");
		expect(file.failure).not.toBeNull();
		expect(await parts.blobs.get(file.blob)).toBeDefined();
	});

	test("a reading that was cut off is begun anew and leaves each passage once", async () => {
		const { db, parts, me, row } = await open();
		const id = await send(parts, me, "a.txt", "Раз.\n\nДва.");
		await db.updateTable("files").set({ state: "reading" }).execute();
		const half = { file_id: id, n: 1, page: 1, section: null, text: "старое", tokens: 1 };
		await db
			.insertInto("passages")
			// The column is PostgreSQL's own.
			.values({ ...half, ...((await isPostgres(db)) && { words: "" }) })
			.execute();
		await readQueued(parts);
		expect((await row(id)).state).toBe("ready");
		const texts = await db.selectFrom("passages").select("text").where("file_id", "=", id).execute();
		expect(texts.map(({ text }) => text)).toEqual(["Раз.\n\nДва."]);
	});

	test("a file that cannot be erased keeps no other from being swept", async () => {
		const { db, parts, me, files } = await open();
		for (const owner of [me, await somebody(db)]) await send(parts, owner, "a.txt", "Один");
		let locks = 0;
		const broken = failingDatabase(db, (statement) => touches(statement, "accounts") && ++locks === 1);
		const sweeping = sweepFiles({ ...parts, db: broken }, Date.now() + 2 * DAY);
		await expect(sweeping).rejects.toMatchObject({ errors: { length: 1 } });
		expect(await files()).toHaveLength(1);
	});

	test("files that no question has are swept after a day, those of questions stay; a removed one stays named", async () => {
		const { db, parts, me, files } = await open();
		const { promptId, conversationId } = await aPrompt(db, me);
		const attached = await send(parts, me, "a.txt", "Один");
		const loose = await send(parts, me, "b.txt", "Два");
		expect(await attachFiles(db, me, { id: promptId, conversationId }, [attached], 1)).toBe(true);
		expect(await attachFiles(db, await somebody(db), { id: promptId, conversationId }, [loose], 1)).toBe(
			false,
		);
		await sweepFiles(parts, Date.now() + DAY / 2);
		expect(await files()).toHaveLength(2);
		await sweepFiles(parts, Date.now() + 2 * DAY);
		expect((await files()).map(({ id }) => id)).toEqual([attached]);
		expect(await removeFromConversation(db, me, conversationId, [attached])).toBe(1);
		await eraseUnused(parts, me);
		expect(await files()).toHaveLength(1);
		await db.deleteFrom("conversations").execute();
		await eraseUnused(parts, me);
		expect(await files()).toEqual([]);
	});

	test("the export has the bytes, and the erasing of an account leaves none", async () => {
		const { db, parts, me, files } = await open();
		await send(parts, me, "a.txt", "Мой текст");
		await readQueued(parts);
		const exported: unknown[] = [];
		for await (const file of filesData.read(db, me)) exported.push(file);
		expect(exported).toMatchObject([{ name: "a.txt", bytes: Buffer.byteLength("Мой текст") }]);
		while ((await filesData.eraseSome(db, me, 0)) > 0);
		expect(await files()).toEqual([]);
		expect(await db.selectFrom("passages").selectAll().execute()).toEqual([]);
	});

	test("an account that is deleted gets no file", async () => {
		const { db, parts, me, files } = await open();
		await db.updateTable("accounts").set({ state: "deleted" }).execute();
		await send(parts, me, "a.txt", "Текст", { quota: QUOTA });
		expect(await files()).toEqual([]);
	});
});

async function isPostgres(db: Parameters<typeof attachFiles>[0]) {
	return (await import("../../app/platform/db/dialect.server.ts")).isPostgres(db);
}

async function aPrompt(db: Parameters<typeof attachFiles>[0], accountId: string) {
	const { ask } = await import("../../app/chat/prompts/ask.server.ts");
	const { question } = await import("../chat/people.ts");
	const input = question("Вопрос");
	const asked = await ask(db, accountId, input);
	if (asked.outcome !== "asked") throw new Error(asked.outcome);
	return { promptId: input.promptId, conversationId: asked.conversationId };
}
