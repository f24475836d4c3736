import { sql } from "kysely";
import type { AddressedEmail } from "../../mail/email.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { countUpTo } from "../staff/count-up-to.server.ts";
import { accountOfLink } from "./unsubscribe-link.server.ts";

/** Counted exactly up to here. */
export const RECIPIENTS_COUNTED = 10_000;

/**
 * Active accounts whose last word about news is that they agree, since `agreedBy` at the latest. Literals, so that the
 * partial index of these consents is used.
 */
const whoAgreed = (db: Db, agreedBy: number) =>
	db
		.selectFrom("consents as given")
		.innerJoin("accounts", "accounts.id", "given.account_id")
		.where(sql<boolean>`given.kind = 'news' and given.act = 'given'`)
		.where("given.at", "<=", agreedBy)
		.where(
			sql<boolean>`not exists (select 1 from consents as later where later.kind = 'news'
				and later.account_id = given.account_id and (later.at, later.id) > (given.at, given.id))`,
		)
		.where("accounts.state", "=", "active")
		.where("accounts.email", "is not", null);

/** How many a newsletter would be sent to now; at most `RECIPIENTS_COUNTED` and one. */
export const countRecipients = (db: Db, now: number): Promise<number> =>
	countUpTo(db, whoAgreed(db, now).select("given.account_id"), RECIPIENTS_COUNTED);

/** The next accounts of a newsletter in the order of their ids, without those it was written to. */
export async function nextRecipients(
	trx: Db,
	newsletter: { id: string; reached: string; agreedBy: number },
	most: number,
): Promise<{ accountId: string; email: string }[]> {
	const rows = await whoAgreed(trx, newsletter.agreedBy)
		.where("given.account_id", ">", newsletter.reached)
		.where((eb) =>
			eb.not(
				eb.exists(
					eb
						.selectFrom("newsletter_emails")
						.select("email_id")
						.where("newsletter_id", "=", newsletter.id)
						.whereRef("newsletter_emails.account_id", "=", "given.account_id"),
				),
			),
		)
		.select(["given.account_id as accountId", "accounts.email"])
		.orderBy("given.account_id")
		.limit(most)
		.execute();
	return rows.map(({ accountId, email }) => ({ accountId, email: email ?? "" }));
}

/**
 * Whether an e-mail of a newsletter may still be sent: it was not stopped, and the person agrees as when it was started,
 * at this address. Withdrawing takes back what waits; this is for an e-mail that an attempt had in its hands, or that was
 * committed after the withdrawal by who had read the consents before.
 * @param id of the e-mail in the outbox
 */
export async function isStillWanted(db: Db, { to, bulk }: AddressedEmail, id: string): Promise<boolean> {
	const of = bulk && (bulk.of ?? (await findOrigin(db, bulk.unsubscribe, id)));
	if (!of) return true;
	const { newsletterId, accountId } = of;
	const newsletter = await db
		.selectFrom("newsletters")
		.select(["state", "started_at"])
		.where("id", "=", newsletterId)
		.executeTakeFirst();
	if (newsletter?.state !== "sending") return false;
	const agreed = await whoAgreed(db, Number(newsletter.started_at))
		.select("given.account_id")
		.where("given.account_id", "=", accountId)
		.where("accounts.email", "=", to)
		.limit(1)
		.executeTakeFirst();
	return agreed !== undefined;
}

/**
 * The newsletter and the recipient of an e-mail that does not name them, as the previous release wrote it.
 * @returns undefined for one that was only tried
 */
const findOrigin = (db: Db, link: string, id: string) =>
	db
		.selectFrom("newsletter_emails")
		.select(["newsletter_id as newsletterId", "account_id as accountId"])
		// The account has an index, the e-mail has none.
		.where("account_id", "=", accountOfLink(link))
		.where("email_id", "=", id)
		.executeTakeFirst();
