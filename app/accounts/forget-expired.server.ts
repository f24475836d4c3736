import type { Db } from "../platform/db/connection.server.ts";
import { retryConflicts } from "../platform/db/transact.server.ts";
import { forEachItem } from "../platform/for-each-item.server.ts";
import { forgetUnconfirmed } from "./second-factor/second-factor.server.ts";
import { SESSION_IDLE_MS, SESSION_LONGEST_MS } from "./sessions/sessions.server.ts";

const EXPIRING = [
	"one_time_tokens",
	"pending_registrations",
	"yandex_visits",
	"email_changes",
	"owner_codes",
	"sign_in_steps",
	"owner_links",
] as const;

/** Deletes what has expired: sessions, links, codes, unfinished actions, throttle counters. */
export async function forgetExpired(db: Db, now = Date.now()): Promise<void> {
	const sessions = db
		.deleteFrom("sessions")
		.where((eb) =>
			eb.or([eb("seen_at", "<=", now - SESSION_IDLE_MS), eb("created_at", "<=", now - SESSION_LONGEST_MS)]),
		);
	const throttles = db.deleteFrom("throttles").where("full_at", "<=", now);
	await forEachItem(
		[
			() => sessions.execute(),
			...EXPIRING.map((table) => () => db.deleteFrom(table).where("expires_at", "<=", now).execute()),
			() => forgetUnconfirmed(db, now),
			() => throttles.execute(),
		],
		// Each deletes many rows in no order, concurrently with requests that use theirs.
		(forget: () => Promise<unknown>) => retryConflicts(forget),
	);
}
