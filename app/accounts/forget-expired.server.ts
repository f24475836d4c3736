import type { Db } from "../db/connection.server.ts";
import { forgetUnconfirmed } from "./second-factor/second-factor.server.ts";
import { SESSION_IDLE_MS, SESSION_LONGEST_MS } from "./sessions.server.ts";

/** Throws away what nobody can use any more: sessions, links, codes, unfinished acts, counters. */
export async function forgetExpired(db: Db, now = Date.now()): Promise<void> {
	await db
		.deleteFrom("sessions")
		.where((eb) =>
			eb.or([eb("seen_at", "<=", now - SESSION_IDLE_MS), eb("created_at", "<=", now - SESSION_LONGEST_MS)]),
		)
		.execute();
	await db.deleteFrom("one_time_tokens").where("expires_at", "<=", now).execute();
	await db.deleteFrom("pending_registrations").where("expires_at", "<=", now).execute();
	for (const table of ["yandex_visits", "email_changes", "owner_codes", "sign_in_steps"] as const) {
		await db.deleteFrom(table).where("expires_at", "<=", now).execute();
	}
	await forgetUnconfirmed(db, now);
	await db.deleteFrom("throttles").where("full_at", "<=", now).execute();
}
