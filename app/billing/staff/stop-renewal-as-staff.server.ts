import { sql } from "kysely";
import { type Acted, actOnPerson } from "../../accounts/staff/act-on-person.server.ts";
import type { Actor } from "../../accounts/staff/journal.server.ts";
import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { renewalOf } from "../renewals/renewal.server.ts";
import { endedByUsEmail } from "../renewals/renewal-emails.server.ts";
import { turnOff } from "../renewals/turn-off.server.ts";

/**
 * Turns a person's renewal off for them, and writes to them. The card stays saved and cannot be charged without them. A
 * charge that is on its way is refunded in full when it succeeds.
 * @param mail null: without payments nobody is written to
 * @returns «unchanged»: it is off already, or there never was one
 */
export async function stopRenewalAsStaff(
	db: Db,
	mail: Pick<PaymentContext, "sender"> | null,
	{ accountId, reason }: { accountId: string; reason: string },
	actor: Actor,
	now = Date.now(),
): Promise<Acted<{ plan: string; charging: boolean }>> {
	const stop = async (trx: Db) => {
		const account = await lockRow(trx, "accounts", accountId);
		const renewal = await renewalOf(trx, accountId);
		if (!renewal || renewal.state === "off") return null;
		await turnOff(trx, renewal, "staff", now);
		if (mail && account?.email)
			await post(trx, mail.sender.mailer, endedByUsEmail(mail.sender, account.email, renewal, "staff"), now);
		const { title }: Plan = JSON.parse(renewal.plan);
		return { plan: title, charging: renewal.state === "charging" };
	};
	const effect = ({ plan }: { plan: string }) => ({ before: `«${plan}»`, after: "выключено" });
	const act = { act: "renewal-off", accountId, reason, right: "stopRenewals", effect } as const;
	return actOnPerson(db, actor, act, stop, now);
}

/**
 * Finds the member of staff who turned an account's renewal off last.
 * @returns null: nobody has, or it was the console
 */
export async function whoStopped(
	db: Db,
	accountId: string,
): Promise<{ name: string | null; email: string | null } | null> {
	const row = await db
		.selectFrom("staff_events")
		.leftJoin("accounts", "accounts.id", "staff_events.actor_id")
		.select(["accounts.id", "accounts.name", "accounts.email"])
		.where("staff_events.account_id", "=", accountId)
		// The words of the partial index, which a parameter would not choose.
		.where(sql<boolean>`staff_events.act = 'renewal-off'`)
		.orderBy("number", "desc")
		.limit(1)
		.executeTakeFirst();
	return row?.id ? { name: row.name, email: row.email } : null;
}
