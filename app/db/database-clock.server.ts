import { type RawBuilder, sql } from "kysely";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";

/** Tells the time in milliseconds. Tests set it; the product leaves it out and has the database's. */
export type Clock = () => number;

/**
 * The time that all servers on one database share, as an expression for a statement: leases, pulses and due times
 * are written and compared by it, since two machines never show the same time. It is the moment the statement
 * began, so an index can be used with it, and a statement that had to wait for a row takes nobody's lease for
 * older than it is. SQLite lives on one machine, and its time is this process's.
 *
 * Called for each statement: a loop that asks once holds an old time in its later rounds.
 * @param clock asked now, instead of the database
 */
export function databaseTime(db: Db, clock?: Clock): RawBuilder<number> {
	if (clock || !isPostgres(db)) return sql<number>`cast(${(clock ?? Date.now)()} as bigint)`;
	return sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`;
}

/** The same time as a number, for what is worked out here and compared there. */
export async function readDatabaseTime(db: Db, clock?: Clock): Promise<number> {
	if (clock || !isPostgres(db)) return (clock ?? Date.now)();
	const { rows } = await sql<{ now: number }>`select ${databaseTime(db)} as now`.execute(db);
	return rows[0]?.now ?? Date.now();
}
