import type { AccountSettings } from "../../accounts/settings.server.ts";
import { emailsOfOwners } from "../../accounts/staff/roles.server.ts";
import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Seen } from "./look-outside.server.ts";
import { backEmail, downEmail, type Watched } from "./outage-emails.server.ts";

/** So many times in a row it was found not working. */
const CERTAIN = 2;
/** More than a server that is asked for its models names: what is not read here is seen for the first time each time. */
const MOST = 2_000;

/**
 * Keeps what was seen, and queues an e-mail to each owner where something has stopped working or works again: one of
 * each for an outage, in the transaction that notes it. That the mail is down nobody can be told by mail: they are told
 * when it is back.
 */
export async function recordSeen(
	trx: Db,
	settings: AccountSettings,
	seen: readonly Seen[],
	now: number,
): Promise<void> {
	const known = new Map((await readWatched(trx)).map((row) => [row.subject, row]));
	for (const one of seen) {
		const before = known.get(one.subject);
		const after = next(before, one, now);
		await trx
			.insertInto("watched")
			.values(after)
			.onConflict((conflict) => conflict.column("subject").doUpdateSet(after))
			.execute();
		if (one.isAhead || (before?.state ?? "up") === after.state) continue;
		if (after.state === "down" && after.subject === "mail") continue;
		const email = after.state === "down" ? downEmail : backEmail;
		for (const to of await emailsOfOwners(trx))
			await post(trx, settings.mailer, email(settings, to, after, before?.since ?? now), now);
	}
	const gone = [...known.keys()].filter((subject) => !seen.some((one) => one.subject === subject));
	if (gone.length > 0) await trx.deleteFrom("watched").where("subject", "in", gone).execute();
}

function next(
	before: Watched | undefined,
	{ subject, name, problem, answeredAt, isCertain }: Seen,
	now: number,
): Watched {
	const was = before?.state ?? "up";
	const row = { subject, name, checked_at: now };
	if (before?.state === "down" && problem === null && answeredAt !== undefined) {
		// A model that nobody asks has no failures either: the outage lasts until an answer says otherwise.
		if (answeredAt === null || answeredAt <= before.since) return { ...before, ...row };
	}
	if (problem === null) {
		const since = before && was === "up" ? Number(before.since) : now;
		return { ...row, state: "up", since, failures: 0, failing_since: null, problem: null };
	}
	const failures = (before?.failures ?? 0) + 1;
	const failing_since = Number(before?.failing_since ?? now);
	const isDown = was === "down" || isCertain || failures >= CERTAIN;
	const since = isDown ? failing_since : Number(before?.since ?? now);
	return { ...row, state: isDown ? "down" : "up", since, failures, failing_since, problem };
}

/** Everything that is watched, as it was found last. */
export async function readWatched(db: Db): Promise<Watched[]> {
	const rows = await db.selectFrom("watched").selectAll().orderBy("subject").limit(MOST).execute();
	return rows.map((row) => ({ ...row, since: Number(row.since), checked_at: Number(row.checked_at) }));
}
