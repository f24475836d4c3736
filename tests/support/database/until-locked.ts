import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";

/** Waits until a statement of this PostgreSQL database waits for a lock. @param db not a transaction: one sees a single moment */
export const untilLocked = (db: Db) =>
	vi.waitFor(async () => {
		const { rows } = await sql`select pid from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
		expect(rows).toHaveLength(1);
	});
