import { openSource } from "../../app/backup/open-store.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { somebody } from "../chat/people.ts";
import { giveHistory } from "../privacy/history.ts";

/** All rows of the tables that a copy holds, in one order. */
export async function contents(url: string): Promise<Record<string, string[]>> {
	const source = await openSource(url);
	if (!source) throw new Error("no database");
	const found: Record<string, string[]> = {};
	for (const table of await source.tables()) {
		const rows: string[] = [];
		const columns = (await source.columns(table)).toSorted();
		for await (const row of source.rows(table, columns)) rows.push(JSON.stringify(row));
		if (rows.length > 0) found[table] = rows.toSorted();
	}
	await source.close();
	return found;
}

/** Somebody with conversations whose questions refer to answers and these to questions, and with odd characters. */
export async function filled(db: Db): Promise<string> {
	const accountId = await somebody(db);
	await giveHistory(db, accountId, {
		conversations: 30,
		exchanges: 2,
		text: "«Ещё»’ 👩‍💻\n\\N \t\"'",
		logged: true,
	});
	const answers = await db.selectFrom("answers").select(["id", "conversation_id"]).execute();
	for (const { id, conversation_id } of answers.slice(0, 5)) {
		await db
			.updateTable("prompts")
			.set({ parent_answer_id: id })
			.where("conversation_id", "=", conversation_id)
			.where("text", "=", "Вопрос 1")
			.execute();
	}
	await db
		.insertInto("stat_days")
		.values({ day: "2026-11-21", metric: "messages", model: "м", plan: "", count: 3, sum: 0 })
		.execute();
	const seen = { name: "м", state: "down" as const, since: 1, failures: 2, failing_since: 1, checked_at: 2 };
	await db
		.insertInto("watched")
		.values({ subject: "model:м", problem: "молчит", ...seen })
		.execute();
	return accountId;
}
