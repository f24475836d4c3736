import { sql } from "kysely";
import { expect, test } from "vitest";
import { readConversation } from "../../../app/chat/conversations/conversations.server.ts";
import {
	hasArchive,
	LIST_PAGE,
	listConversations,
} from "../../../app/chat/conversations/list-conversations.server.ts";
import { findMessages } from "../../../app/chat/search/find-messages.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { plansOf } from "../../support/database/query-plans.ts";
import { somebody } from "../people.ts";

type ListOptions = { pinned?: number; archived?: number; at?: number };

async function conversations(db: Db, me: string, titles: string[], options: ListOptions = {}) {
	const rows = titles.map((title, i) => ({
		id: crypto.randomUUID() as string,
		account_id: me,
		title,
		model: null,
		tip_answer_id: null,
		created_at: 1,
		updated_at: options.at ?? 1_000 + i,
		pinned_at: options.pinned ?? null,
		archived_at: options.archived ?? null,
		indexed_at: 1,
	}));
	for (let i = 0; i < rows.length; i += 500) {
		await db
			.insertInto("conversations")
			.values(rows.slice(i, i + 500))
			.execute();
	}
	return rows.map(({ id }) => id);
}

const many = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name} ${i}`);

async function pages(db: Db, me: string, archive = false) {
	const found: string[][] = [];
	let after: string | null = null;
	do {
		const page = await listConversations(db, me, { archive, after });
		found.push(page.conversations.map(({ title }) => title));
		after = page.next;
	} while (after);
	return found;
}

eachDatabase((openTestDb, name) => {
	test("what is pinned comes first, the archive apart, pages miss nothing and repeat nothing", async () => {
		const db = await openTestDb();
		const [me, other] = [await somebody(db), await somebody(db)];
		await conversations(db, me, many(60, "приколот"), { pinned: 5 });
		await conversations(db, me, many(70, "обычный"));
		// All of one moment: the id alone tells them apart.
		await conversations(db, me, many(60, "ровесник"), { at: 500 });
		await conversations(db, me, many(55, "убран"), { archived: 7 });
		await conversations(db, other, ["чужой"]);
		const list = await pages(db, me);
		expect(list.map(({ length }) => length)).toEqual([LIST_PAGE, LIST_PAGE, LIST_PAGE, 40]);
		const all = list.flat();
		expect(new Set(all).size).toBe(190);
		expect(all.slice(0, 60).every((title) => title.startsWith("приколот"))).toBe(true);
		expect(all[60]).toBe("обычный 69");
		expect(all.slice(-60).every((title) => title.startsWith("ровесник"))).toBe(true);
		expect((await pages(db, me, true)).flat()).toHaveLength(55);
		expect([await hasArchive(db, me), await hasArchive(db, other)]).toEqual([true, false]);
	});

	test("a place that is none begins from the beginning", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await conversations(db, me, ["один"]);
		for (const after of ["", "x", "recent.1", "recent.99999999999999999999.a", "archived.1.a", "'; --"]) {
			expect((await listConversations(db, me, { after })).conversations).toHaveLength(1);
		}
	});

	test("of 10 000 conversations only a page is read, by indexes alone", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await conversations(db, me, many(10_000, "чат"));
		await conversations(db, me, many(300, "приколот"), { pinned: 5 });
		await sql`analyze`.execute(db);
		const { next } = await listConversations(db, me);
		const act = async () => {
			await listConversations(db, me);
			await listConversations(db, me, { after: next });
			await listConversations(db, me, { after: "recent.2000.x" });
			await listConversations(db, me, { archive: true });
			await hasArchive(db, me);
		};
		for (const plan of await plansOf(db, act, name)) {
			expect(plan).toMatch(/conversations_(pinned|recent|archived)/);
			expect(plan).not.toMatch(/TEMP B-TREE|SCAN (c|conversations)\b|Seq Scan on conversations|Sort/);
		}
	});

	test("a conversation and a search read by indexes alone", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const [first = ""] = await conversations(db, me, many(3_000, "чат"));
		const ids = many(3_000, "p").map(() => crypto.randomUUID() as string);
		for (let i = 0; i < ids.length; i += 500) {
			const part = ids.slice(i, i + 500);
			const about = { conversation_id: first, account_id: me, created_at: 1 };
			await db
				.insertInto("prompts")
				.values(
					part.map((id, j) => ({
						...about,
						id,
						parent_answer_id: ids[i + j - 1] ?? null,
						text: "",
						parts: null,
					})),
				)
				.execute();
			await db
				.insertInto("answers")
				.values(
					part.map((id) => ({
						...about,
						id,
						prompt_id: id,
						attempt_id: null,
						model: "m",
						state: "done" as const,
						attempts: 0,
						text: "",
						reasoning: "",
					})),
				)
				.execute();
		}
		await db
			.updateTable("conversations")
			.set({ tip_answer_id: ids.at(-1) ?? null })
			.where("id", "=", first)
			.execute();
		await sql`analyze`.execute(db);
		const act = async () => {
			await readConversation(db, me, first);
			await readConversation(db, me, first, { before: ids[1_000] ?? "" });
			await readConversation(db, me, first, { message: ids[1_500] ?? "" });
			await findMessages(db, me, "слово и дело");
		};
		for (const plan of await plansOf(db, act, name)) {
			expect(plan).not.toMatch(
				/SCAN (a|p|e|answers|prompts|conversations|search_entries)\b|Seq Scan on (answers|prompts|conversations)/,
			);
		}
	});
});
