import { describe, expect, test } from "vitest";
import { readItem } from "../../../app/chat/import/formats/read-item.server.ts";
import { importConversations } from "../../../app/chat/import/import-conversations.server.ts";
import { ACCOUNT_BYTES } from "../../../app/chat/import/import-limits.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { somebody } from "../people.ts";
import { plain } from "./export.ts";

const NOW = 1_763_700_000_000;

async function* items(conversations: unknown[], breakAt = Number.POSITIVE_INFINITY) {
	for (const [i, conversation] of conversations.entries()) {
		if (i === breakAt) throw new Error("the line broke");
		yield readItem(JSON.stringify(conversation), NOW);
	}
}

describe("importing conversations", () => {
	eachDatabase((openTestDb) => {
		test("they are there with their words, times and branch", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const count = await importConversations(
				db,
				{ accountId: anna, jobId: null },
				items([plain("1"), plain("2", "Раз?", "Два.")]),
			);
			expect(count).toEqual({ imported: 2, skipped: 0, unreadable: 0, tooLarge: 0 });
			const rows = await db
				.selectFrom("conversations as c")
				.innerJoin("answers as a", "a.id", "c.tip_answer_id")
				.innerJoin("prompts as p", "p.id", "a.prompt_id")
				.select(["c.title", "c.account_id", "c.updated_at", "p.text as question", "a.text", "a.state"])
				.orderBy("c.title")
				.execute();
			expect(rows.map((row) => ({ ...row }))).toEqual([
				{
					title: "Беседа 1",
					account_id: anna,
					updated_at: 1_700_000_100_500,
					question: "Как дела?",
					text: "Хорошо.",
					state: "done",
				},
				expect.objectContaining({ title: "Беседа 2", question: "Раз?", text: "Два." }),
			]);
		});

		test("a second time nothing is there twice, for another person it is all new", async () => {
			const db = await openTestDb();
			const [anna, boris] = [await somebody(db), await somebody(db)];
			const all = [plain("1"), plain("2"), plain("1")];
			expect(await importConversations(db, { accountId: anna, jobId: null }, items(all))).toMatchObject({
				imported: 2,
				skipped: 1,
			});
			expect(await importConversations(db, { accountId: anna, jobId: null }, items(all))).toMatchObject({
				imported: 0,
				skipped: 3,
			});
			expect(await importConversations(db, { accountId: boris, jobId: null }, items(all))).toMatchObject({
				imported: 2,
			});
		});

		test("what came before a break stays, and the same file again goes on from there", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const all = Array.from({ length: 50 }, (_, i) => plain(String(i)));
			const count = { imported: 0, skipped: 0, unreadable: 0, tooLarge: 0 };
			await expect(
				importConversations(db, { accountId: anna, jobId: null }, items(all, 30), count),
			).rejects.toThrow("the line broke");
			expect(count.imported).toBe(30);
			expect(await importConversations(db, { accountId: anna, jobId: null }, items(all))).toMatchObject({
				imported: 20,
				skipped: 30,
			});
		});

		test("two tabs with the same file bring each conversation in once", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const all = Array.from({ length: 60 }, (_, i) => plain(String(i)));
			const counts = await Promise.all(
				[1, 2, 3].map(() => importConversations(db, { accountId: anna, jobId: null }, items(all))),
			);
			expect(counts.reduce((sum, { imported }) => sum + imported, 0)).toBe(60);
			const { n } = await db
				.selectFrom("conversations")
				.select(({ fn }) => fn.countAll<number>().as("n"))
				.executeTakeFirstOrThrow();
			expect(Number(n)).toBe(60);
		});

		test("what cannot be read is counted and costs nothing else", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const all = [{ no: "conversation" }, plain("1"), { id: "2", mapping: {} }];
			expect(await importConversations(db, { accountId: anna, jobId: null }, items(all))).toEqual({
				imported: 1,
				skipped: 0,
				unreadable: 2,
				tooLarge: 0,
			});
		});

		test("what is above the limits of a conversation is passed by and counted", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const target = { accountId: anna, jobId: null };
			const all = [plain("1"), plain("2", "Слово".repeat(200_001)), plain("3")];
			expect(await importConversations(db, target, items(all))).toMatchObject({ imported: 2, tooLarge: 1 });
		});

		test("a job that is taken up again counts what it has brought in itself as brought in, and doubles nothing", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const all = Array.from({ length: 30 }, (_, i) => plain(String(i)));
			await importConversations(db, { accountId: anna, jobId: "earlier" }, items(all.slice(0, 3)));
			const target = { accountId: anna, jobId: "this" };
			await expect(importConversations(db, target, items(all, 25))).rejects.toThrow("the line broke");
			expect(await importConversations(db, target, items([...all, plain("29")]))).toMatchObject({
				imported: 27,
				skipped: 4,
			});
		});

		test("an account has a limit of bytes, over all imports; what is deleted frees it", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const target = { accountId: anna, jobId: null, accountBytes: 5_000 };
			const all = Array.from({ length: 3 }, (_, i) => plain(String(i)));
			const count = { imported: 0, skipped: 0, unreadable: 0, tooLarge: 0 };
			await expect(importConversations(db, target, items(all), count)).rejects.toMatchObject({
				code: "account-full",
			});
			expect(count.imported).toBe(2);
			await expect(importConversations(db, target, items(all))).rejects.toMatchObject({
				code: "account-full",
			});
			await db.deleteFrom("conversations").where("title", "=", "Беседа 0").execute();
			expect(await importConversations(db, target, items(all.slice(1)))).toMatchObject({ imported: 1 });
			expect(ACCOUNT_BYTES).toBe(1024 ** 3);
		});

		test("a job that is another's now writes nothing", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			const target = { accountId: anna, jobId: "j", isMine: async () => false };
			await expect(importConversations(db, target, items([plain("1")]))).rejects.toThrow(
				"not this process's",
			);
			expect(await db.selectFrom("conversations").select("id").execute()).toEqual([]);
		});

		test("a deleted conversation may come again", async () => {
			const db = await openTestDb();
			const anna = await somebody(db);
			await importConversations(db, { accountId: anna, jobId: null }, items([plain("1")]));
			await db.deleteFrom("conversations").execute();
			expect(
				await importConversations(db, { accountId: anna, jobId: null }, items([plain("1")])),
			).toMatchObject({ imported: 1 });
		});
	});
});
