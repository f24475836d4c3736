import type { Db } from "../db/connection.server.ts";
import { SESSION_IDLE_MS, SESSION_LONGEST_MS } from "./sessions.server.ts";

/** Throws away what nobody can use any more: sessions, links, unconfirmed registrations, counters. */
export async function forgetExpired(db: Db, now = Date.now()): Promise<void> {
	await db
		.deleteFrom("sessions")
		.where((eb) =>
			eb.or([eb("seen_at", "<=", now - SESSION_IDLE_MS), eb("created_at", "<=", now - SESSION_LONGEST_MS)]),
		)
		.execute();
	await db.deleteFrom("one_time_tokens").where("expires_at", "<=", now).execute();
	await db.deleteFrom("pending_registrations").where("expires_at", "<=", now).execute();
	await db.deleteFrom("throttles").where("full_at", "<=", now).execute();
}
