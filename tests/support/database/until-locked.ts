import { sql } from "kysely";
import { vi } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";

/** Waits until so many statements of this PostgreSQL database wait for a lock. */
export async function untilLocked(db: Db, count: number): Promise<void> {
	await vi.waitFor(async () => {
		const { rows } = await sql`select pid from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
		if (rows.length < count) throw new Error(`${rows.length} wait`);
	}, 60_000);
}
