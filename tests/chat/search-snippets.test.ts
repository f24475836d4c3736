import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { findMessages } from "../../app/chat/search/find-messages.server.ts";
import { indexMessage } from "../../app/chat/search/index-message.server.ts";
import { type Piece, parseQuery, snippet } from "../../app/chat/search/search-terms.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { somebody } from "./people.ts";

const marked = (pieces: Piece[] = []) => pieces.flatMap(({ text, hit }) => (hit ? [text] : []));
const plain = (pieces: Piece[] = []) => pieces.map(({ text }) => text).join("");

/** Questions as an import brings them, in the search. */
async function brought(db: Db, me: string, texts: string[]): Promise<void> {
	const conversationId = randomUUID();
	await db
		.insertInto("conversations")
		.values({ id: conversationId, account_id: me, title: "Привезённая", created_at: 1, updated_at: 1 })
		.execute();
	for (const [i, text] of texts.entries()) {
		const [id, at] = [randomUUID(), i + 1];
		const own = { id, account_id: me, conversation_id: conversationId, created_at: at };
		// Each follows another answer: they are no versions of one message.
		await db
			.insertInto("prompts")
			.values({ ...own, parent_answer_id: randomUUID(), text })
			.execute();
		await indexMessage(db, { accountId: me, conversationId, kind: "prompt", messageId: id, at, text });
	}
}

/** The lines of the first page of results. */
async function linesOf(db: Db, me: string, query: string): Promise<Piece[][]> {
	const { conversations } = await findMessages(db, me, query);
	return conversations.flatMap(({ messages }) => messages.map(({ pieces }) => pieces));
}

test("of a text as long as a book a line around its first match is shown, and only that part is read as a line", () => {
	const query = parseQuery("зимородок");
	if (!query) throw new Error("the query has no words");
	const text = `${"слово ".repeat(20_000)}зимородок **живёт** у воды ${"дело ".repeat(20_000)}`;
	const spy = vi.spyOn(String.prototype, "normalize");
	const pieces = snippet(text, query);
	const mostCharacters = spy.mock.contexts.reduce<number>(
		(most, one) => Math.max(most, String(one).length),
		0,
	);
	spy.mockRestore();
	expect(plain(pieces)).toMatch(/^…(?:слово )+зимородок живёт у воды (?:дело )*дело…$/);
	expect(marked(pieces)).toEqual(["зимородок"]);
	expect(mostCharacters).toBeLessThan(5_000);
});

eachDatabase((openTestDb) => {
	test("a page of long texts is looked through in part, and lets others have the process in between", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await brought(db, me, Array<string>(12).fill(`${"ау ".repeat(10_000)}зимородок`));
		let turns = 0;
		const count = () => {
			turns++;
			immediate = setImmediate(count);
		};
		let immediate = setImmediate(count);
		const lines = await linesOf(db, me, "зимородок");
		clearImmediate(immediate);
		// Of the others, which are found as well, the beginning is shown.
		expect(lines.map((pieces) => marked(pieces).length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
		for (const pieces of lines.slice(8)) expect(plain(pieces)).toMatch(/^(?:ау )+ау…$/);
		expect(turns).toBeGreaterThan(5);
	});

	test("a word far down in a text is found, with the beginning of the text", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await brought(db, me, [`Начало. ${"ау ".repeat(20_000)}зимородок`, "Зимородок рядом"]);
		const [near, far, ...others] = await linesOf(db, me, "зимородок");
		expect([marked(near), marked(far), others]).toEqual([["Зимородок"], [], []]);
		expect(plain(far)).toMatch(/^Начало\. (?:ау )+ау…$/);
	});
});
