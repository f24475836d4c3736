import { type Acted, actOnPerson } from "../../accounts/staff/act-on-person.server.ts";
import type { Actor } from "../../accounts/staff/journal.server.ts";
import { post } from "../../mail/outbox.server.ts";
import { dayOf } from "../../platform/dates/dates.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { grantSubscription, type PlanPreview } from "../plans/subscriptions.server.ts";
import { followGrant } from "../renewals/follow-purchase.server.ts";
import { planGivenEmail } from "./emails-of-acts.server.ts";

type Grant = {
	accountId: string;
	/** Chosen by the form, so that a repeat changes nothing. */
	grantId: string;
	plan: Plan;
	reason: string;
	/** Writes to the person, with the reason; undefined: nobody is written to. */
	tell?: PaymentContext["sender"] | undefined;
};

/**
 * Gives an account a plan without payment, from now or after the same plan, as a purchase would.
 * @returns «unchanged»: it was given before, or the account is deleted
 */
export async function grantAsStaff(
	db: Db,
	{ accountId, grantId, plan, reason, tell }: Grant,
	actor: Actor,
	now = Date.now(),
): Promise<Acted<PlanPreview>> {
	const grant = async (trx: Db) => {
		const account = await lockRow(trx, "accounts", accountId);
		const given = await trx
			.selectFrom("subscriptions")
			.select("id")
			.where("id", "=", grantId)
			.executeTakeFirst();
		if (!account || account.state === "deleted" || given) return null;
		const what = { plan, purchaseId: null, why: reason, id: grantId };
		const granted = await grantSubscription(trx, accountId, what, now);
		const { until } = granted;
		await followGrant(trx, accountId, { planKey: plan.key, until }, now);
		if (tell && account.email)
			await post(trx, tell.mailer, planGivenEmail(tell, account.email, { plan, until, reason }), now);
		return granted;
	};
	const effect = ({ until }: PlanPreview) => ({ after: `«${plan.title}» до ${dayOf(until)}` });
	const act = { act: "plan-granted", accountId, reason, right: "grants", effect } as const;
	return actOnPerson(db, actor, act, grant, now);
}
