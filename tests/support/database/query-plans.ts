import { CompiledQuery, sql } from "kysely";
import { vi } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import type { DatabaseName } from "./databases.ts";

/** The statements of an act, each with the plan the database makes for it. */
export async function plansOf(db: Db, act: () => Promise<unknown>, name: DatabaseName): Promise<string[]> {
	const spy = vi.spyOn(db.getExecutor(), "executeQuery");
	await act();
	const queries = spy.mock.calls.map(([query]) => query as CompiledQuery);
	spy.mockRestore();
	const plans: string[] = [];
	await db.transaction().execute(async (trx) => {
		// In a small table reading everything is cheaper, and once it has been counted, sorting a part of it; the question
		// is whether there is another way.
		if (name === "PostgreSQL") {
			await sql`set local enable_seqscan = off`.execute(trx);
			await sql`set local enable_sort = off`.execute(trx);
		}
		const explain = name === "SQLite" ? "explain query plan " : "explain ";
		for (const query of queries) {
			const { rows } = await trx.executeQuery(CompiledQuery.raw(explain + query.sql, [...query.parameters]));
			plans.push(JSON.stringify(rows));
		}
	});
	return plans;
}
