import { sql } from "kysely";
import type { Db } from "../../../platform/db/connection.server.ts";
import { isPostgres } from "../../../platform/db/dialect.server.ts";
import type { AnswerLogTable } from "../../../platform/db/tables/chat.ts";
import { retryConflicts } from "../../../platform/db/transact.server.ts";

/** `owner`: the row counts only while this one holds the lease of the answer. `at`: when its first piece arrived. */
type NewRow = {
	answerId: string;
	owner: string;
	seq: number;
	kind: AnswerLogTable["kind"];
	body: string;
	at: number;
};

/**
 * Inserts all rows with one statement of constant text and one JSON parameter: building a statement of 500 rows takes
 * longer than running it. On SQLite they go to the tail (`log-tail.server.ts`).
 * @returns how many were inserted: rows whose answer is no longer held are not; and about how many characters they have
 */
export async function insertRows(db: Db, rows: NewRow[]): Promise<{ inserted: number; characters: number }> {
	const values = JSON.stringify(
		rows.map(({ answerId, owner, seq, kind, body, at }) => [answerId, owner, seq, kind, body, at]),
	);
	const toTail = !isPostgres(db);
	const source = toTail
		? sql`(select value as v from json_each(${values})) as r`
		: sql`json_array_elements(cast(${values} as json)) as r(v)`;
	const insert = sql`
		insert into ${sql.table(toTail ? "answer_log_tail" : "answer_log")} (answer_id, seq, kind, body, written_at)
		select a.id, cast(v->>2 as integer), v->>3, v->>4, cast(v->>5 as bigint)
		from ${source} join answers a on a.id = v->>0
		where a.lease_owner = v->>1 and a.state = 'writing'
	`;
	// On PostgreSQL the statement locks rows of several answers, in an order that may differ from another
	// transaction's.
	const { numAffectedRows = 0n } = await retryConflicts(() => insert.execute(db));
	return { inserted: Number(numAffectedRows), characters: values.length };
}

/** @returns those of the answers that `owner` still holds */
export async function findHeld(db: Db, held: { answerId: string; owner: string }[]): Promise<Set<string>> {
	const rows = await db
		.selectFrom("answers")
		.select(["id", "lease_owner"])
		.where("state", "=", "writing")
		.where(
			"id",
			"in",
			held.map(({ answerId }) => answerId),
		)
		.execute();
	const owners = new Map(rows.map(({ id, lease_owner }) => [id, lease_owner]));
	return new Set(held.flatMap(({ answerId, owner }) => (owners.get(answerId) === owner ? [answerId] : [])));
}
