import { type RawBuilder, sql } from "kysely";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";

/** Returns the time in milliseconds. Tests inject it; the application omits it and uses the database's time. */
export type Clock = () => number;

/**
 * The time that all servers on one database share, as an expression for a statement: leases, heartbeats and due times are
 * written and compared by it, since the clocks of two machines never agree. It is the moment the statement began, so
 * that an index can be used with it, and so that a statement that waited for a row does not consider a lease older
 * than it is. SQLite runs on one machine and uses this process's time.
 *
 * Call it for each statement: a loop that asks once uses a stale time in its later iterations.
 * @param clock used instead of the database's time
 * @param plusMs added to the time
 */
export function databaseTime(db: Db, clock?: Clock, plusMs = 0): RawBuilder<number> {
	if (clock || !isPostgres(db)) return bigint((clock ?? Date.now)() + plusMs);
	return sql<number>`(cast(extract(epoch from statement_timestamp()) * 1000 as bigint) + ${bigint(plusMs)})`;
}

/** The same time as a number, for due times that are computed here and compared in the database. */
export async function readDatabaseTime(db: Db, clock?: Clock): Promise<number> {
	if (clock || !isPostgres(db)) return (clock ?? Date.now)();
	const { rows } = await sql<{ now: number }>`select ${databaseTime(db)} as now`.execute(db);
	if (!rows[0]) throw new Error("The database did not tell the time.");
	return rows[0].now;
}

/** `at`, or the database's time if that is earlier: due immediately, even when this machine's clock is ahead. */
export function dueAtOnce(db: Db, at: number): RawBuilder<number> {
	if (!isPostgres(db)) return bigint(Math.min(at, Date.now()));
	return sql<number>`least(${bigint(at)}, ${databaseTime(db)})`;
}

const bigint = (value: number) => sql<number>`cast(${value} as bigint)`;
