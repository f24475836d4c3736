import type { Email } from "../../mail/email.ts";
import type { Mailer } from "../../mail/mailer.server.ts";
import { post } from "../../mail/outbox.server.ts";
import { DAY } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { type Clock, readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { forEachItem } from "../../platform/for-each-item.server.ts";
import { endedEmail, endsSoonEmail, type Sender } from "../emails.server.ts";
import { ourTerms, type Terms } from "../payments/terms.server.ts";
import {
	changedTerms,
	isActive,
	isChargeOpen,
	type RenewalRow,
	type RenewalSettings,
	renewalOf,
	willCharge,
} from "../renewals/renewal.server.ts";
import type { Plan } from "./plan.server.ts";
import { readUnfinished } from "./plan-in-force.server.ts";

const AHEAD = 3 * DAY;
/** After long downtime no notices of long past endings are sent. */
const STALE = 7 * DAY;
const PER_PAGE = 100;

/**
 * Sends e-mails to accounts whose paid plan ends within three days, or has ended, unless another one follows. Each e-mail
 * is queued in the transaction that marks it as sent, so it is sent once. A scheduled job.
 */
export async function sendExpiryNotices(
	db: Db,
	sender: Sender & { mailer: Mailer },
	{ renewal, clock, terms = ourTerms }: Settings,
): Promise<void> {
	const now = await readDatabaseTime(db, clock);
	await forEachItem(readDue(db, now), async ({ id, ends_at }) => {
		const at = await readDatabaseTime(db, clock);
		await sendNotice(db, sender, { id, ended: ends_at <= at }, { renewal, terms }, at);
	});
}

type Settings = {
	/** Null: plans do not renew themselves here. */
	renewal: RenewalSettings | null;
	clock?: Clock;
	terms?: Terms;
};

/** The pages go by keyset: a row that fails stays due, and must not block the others. */
async function* readDue(db: Db, now: number) {
	let after = { id: "", ends_at: 0 };
	for (;;) {
		const page = await db
			.selectFrom("subscriptions")
			.select(["id", "ends_at"])
			.where("ended_told_at", "is", null)
			.where("ends_at", "<=", now + AHEAD)
			.where(({ eb, or }) => or([eb("ends_at", "<=", now), eb("ending_told_at", "is", null)]))
			.where(({ eb, or, and }) =>
				or([
					eb("ends_at", ">", after.ends_at),
					and([eb("ends_at", "=", after.ends_at), eb("id", ">", after.id)]),
				]),
			)
			.orderBy("ends_at")
			.orderBy("id")
			.limit(PER_PAGE)
			.execute();
		yield* page;
		const last = page.at(-1);
		if (!last || page.length < PER_PAGE) return;
		after = last;
	}
}

/** What is still to come of a renewal that charges nothing here now; null: nothing. */
async function goesOn(
	trx: Db,
	renewal: RenewalRow | undefined,
	settings: RenewalSettings | null,
): Promise<"waits" | "waitsTold" | "atBank" | null> {
	if (await isChargeOpen(trx, renewal)) return "atBank";
	if (!renewal || !isActive(renewal) || changedTerms(renewal, settings) !== null) return null;
	// A charge that was told of is late then, and a retry is told of with its refusal: neither is announced again.
	return renewal.told_at === null ? "waits" : "waitsTold";
}

async function sendNotice(
	db: Db,
	sender: Sender & { mailer: Mailer },
	{ id, ended }: { id: string; ended: boolean },
	{ renewal: settings, terms }: { renewal: RenewalSettings | null; terms: Terms },
	now: number,
): Promise<void> {
	await transact(db, async (trx) => {
		const column = ended ? "ended_told_at" : "ending_told_at";
		const mine = await trx
			.updateTable("subscriptions")
			.set({ [column]: now })
			.where("id", "=", id)
			.where(column, "is", null)
			.returning(["account_id", "plan", "ends_at", "starts_at", "ended_by"])
			.executeTakeFirst();
		if (!mine) return;
		const until = Number(mine.ends_at);
		// Replaced, refunded or taken back: those have their own notices. Never begun, or long over: nothing to report.
		if (mine.ended_by !== null || until <= Number(mine.starts_at) || until < now - STALE) return;
		const unfinished = await readUnfinished(trx, mine.account_id, now);
		if (unfinished.some((other) => other.id !== id)) return;
		const account = await trx
			.selectFrom("accounts")
			.select("email")
			.where("id", "=", mine.account_id)
			.where("state", "=", "active")
			.executeTakeFirst();
		if (!account?.email) return;
		// Plans with automatic renewal are skipped: the renewal sends its own e-mails.
		const renewal = await renewalOf(trx, mine.account_id);
		if (willCharge(renewal, settings)) return;
		const plan: Plan = JSON.parse(mine.plan);
		const values = {
			plan: plan.title,
			free: terms.free.title,
			until,
			goesOn: await goesOn(trx, renewal, settings),
		};
		const email: Email = ended
			? endedEmail(sender, account.email, values)
			: endsSoonEmail(sender, account.email, values, now);
		await post(trx, sender.mailer, email, now);
	});
}
