import { sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { isPostgres } from "../db/dialect.server.ts";

/** Any number of ours, the same in all releases. */
const LOCK = 7_236_405_118;

/**
 * Runs `work` while no other server of the installation does: what happens at a start happens one server after the
 * other. On SQLite it only runs it.
 * @param onWait called when another server is starting
 */
export async function withStartLock<T>(db: Db, work: () => Promise<T>, onWait: () => void): Promise<T> {
	if (!isPostgres(db)) return work();
	return db.connection().execute(async (connection) => {
		// The lock lives as long as its connection. PostgreSQL would notice after two hours that a machine has died.
		for (const [name, seconds] of [
			["tcp_keepalives_idle", 10],
			["tcp_keepalives_interval", 5],
			["tcp_keepalives_count", 3],
		] as const)
			await sql`select set_config(${name}, ${String(seconds)}, false)`.execute(connection);
		if (!(await tryToLock(connection))) {
			onWait();
			await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
		}
		try {
			return await work();
		} finally {
			// A connection that is lost has unlocked it.
			await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => {});
		}
	});
}

async function tryToLock(connection: Db): Promise<boolean> {
	const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}) as locked`.execute(
		connection,
	);
	return rows[0]?.locked === true;
}
