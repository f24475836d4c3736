import { expect, test } from "vitest";
import { ask } from "../../app/chat/prompts/ask.server.ts";
import { searchHistory } from "../../app/chat/tools/search-history.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { searchDocuments } from "../../app/tools/documents/search-documents.server.ts";
import { question, somebody } from "../chat/people.ts";
import { blobsOf, readQueued, send } from "../files/stored.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { context } from "./context.ts";

async function keep(db: Db, accountId: string, name: string, text: string) {
	const parts = { db, blobs: blobsOf(db) };
	const id = await send(parts, accountId, name, text);
	await db.updateTable("files").set({ kept_at: 1 }).where("id", "=", id).execute();
	await readQueued(parts);
}

eachDatabase((openTestDb) => {
	test("passages are found in the person's own documents, with where they stand", async () => {
		const db = await openTestDb();
		const [me, other] = [await somebody(db), await somebody(db)];
		await keep(db, me, "Договор.txt", "Арендатор платит пятого числа каждого месяца.");
		await keep(db, other, "Чужой.txt", "Арендатор платит шестого числа.");
		const tool = searchDocuments(db, null);
		const outcome = await tool.run({ query: "когда платит арендатор" }, context({ accountId: me }));
		expect(outcome).toEqual({
			ok: true,
			text: "Документ «Договор.txt»\nАрендатор платит пятого числа каждого месяца.",
			summary: "1\u00a0место",
			passages: [
				{
					...{ file: expect.any(String), name: "Договор.txt", n: 1, page: 0, section: null },
					text: "Арендатор платит пятого числа каждого месяца.",
				},
			],
		});
		const nothing = await tool.run({ query: "синхрофазотрон" }, context({ accountId: me }));
		expect(nothing).toMatchObject({ ok: true, summary: "ничего не нашлось" });
	});

	test("other conversations of the person are searched, and this one is not", async () => {
		const db = await openTestDb();
		const [me, other] = [await somebody(db), await somebody(db)];
		const conversationOf = async (accountId: string, text: string) => {
			const asked = await ask(db, accountId, question(text));
			return asked.outcome === "asked" ? asked.conversationId : "";
		};
		const there = await conversationOf(me, "Рецепт шарлотки с яблоками");
		await conversationOf(other, "Рецепт шарлотки с грушами");
		const tool = searchHistory(db);
		const find = (conversationId: string) =>
			tool.run({ query: "шарлотка" }, context({ accountId: me, conversationId }));
		const outcome = await find("another");
		expect(outcome).toMatchObject({ ok: true, summary: "1\u00a0чат" });
		expect(outcome.text).toContain("Человек: Рецепт шарлотки с яблоками");
		expect(outcome.text).not.toContain("груш");
		expect(await find(there)).toMatchObject({ ok: true, summary: "ничего не нашлось" });
	});
});
