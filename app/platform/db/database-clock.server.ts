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
 * To be called for each statement: a loop that asks once holds an old time in its later rounds.
 * @param clock asked now, instead of the database
 * @param plusMs so much later
 */
export function databaseTime(db: Db, clock?: Clock, plusMs = 0): RawBuilder<number> {
	if (clock || !isPostgres(db)) return bigint((clock ?? Date.now)() + plusMs);
	return sql<number>`(cast(extract(epoch from statement_timestamp()) * 1000 as bigint) + ${bigint(plusMs)})`;
}

/** The same time as a number, for what is worked out here and compared there. */
export async function readDatabaseTime(db: Db, clock?: Clock): Promise<number> {
	if (clock || !isPostgres(db)) return (clock ?? Date.now)();
	const { rows } = await sql<{ now: number }>`select ${databaseTime(db)} as now`.execute(db);
	if (!rows[0]) throw new Error("The database did not tell the time.");
	return rows[0].now;
}

/** `at`, or the database's time if that is earlier: due at once, also when this machine's clock is ahead. */
export function dueAtOnce(db: Db, at: number): RawBuilder<number> {
	if (!isPostgres(db)) return bigint(Math.min(at, Date.now()));
	return sql<number>`least(${bigint(at)}, ${databaseTime(db)})`;
}

const bigint = (value: number) => sql<number>`cast(${value} as bigint)`;
