import { randomUUID } from "node:crypto";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Payment } from "../gateways/gateway.ts";
import type { PurchaseRow } from "../payments/order-of.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import {
	changeRenewal,
	FRESH_PERIOD,
	type RenewalRow,
	renewalOf,
	renewsHere,
	withdrawNotice,
} from "./renewal.server.ts";
import { noticeTime } from "./renewal-times.server.ts";
import { saveCard } from "./saved-cards.server.ts";
import { turnOff } from "./turn-off.server.ts";

/**
 * Applies a paid purchase to the account's renewal, in the transaction that grants the plan: the consent given with the
 * purchase turns the renewal on, when the gateway has saved the card; a longer paid period moves the next charge;
 * another plan turns the renewal off.
 * @param before the renewal until now
 * @param until the end of the paid time
 * @param isBlocked the account was blocked before the payment arrived
 * @returns the renewal that is in force here then
 */
export async function followPurchase(
	trx: Db,
	{ renewal: settings }: Pick<PaymentContext, "renewal">,
	purchase: PurchaseRow,
	{ savedMethod }: Pick<Payment, "savedMethod">,
	{ before, until, isBlocked }: { before: RenewalRow | undefined; until: number; isBlocked: boolean },
	now: number,
): Promise<RenewalRow | undefined> {
	// What deletes the card of a blocked account and ends its renewal (`endBlockedHandler`) has no second turn.
	if (isBlocked) return undefined;
	const plan: Plan = JSON.parse(purchase.plan);
	const consentId = purchase.renewal_consent_id;
	if (settings && consentId !== null && savedMethod) {
		const methodId = await saveCard(trx, purchase, savedMethod, settings.sealKey, now);
		const { account_id: accountId, receipt_email: receiptEmail } = purchase;
		await beginRenewal(trx, { accountId, consentId, methodId, plan, receiptEmail, until }, before, now);
		return renewalOf(trx, accountId);
	}
	if (!before || before.state === "off") return undefined;
	if (before.plan_key !== plan.key) {
		await turnOff(trx, before, "plan-changed", now);
		return undefined;
	}
	// A card that the bank has refused stays refused; what is told of the end is true all the same.
	if (before.state === "paused") {
		await changeRenewal(trx, before, { paid_until: until }, now);
		return undefined;
	}
	await beginPeriod(trx, before, until, now);
	const after = await renewalOf(trx, purchase.account_id);
	return renewsHere(after, settings) ? after : undefined;
}

/** Applies a granted paid period to the account's renewal, in the transaction that grants it. */
export async function followGrant(
	trx: Db,
	accountId: string,
	{ planKey, until }: { planKey: string; until: number },
	now: number,
): Promise<void> {
	const renewal = await renewalOf(trx, accountId);
	if (!renewal || renewal.state === "off") return;
	if (renewal.state === "paused") {
		await changeRenewal(trx, renewal, { paid_until: until }, now);
		return;
	}
	await beginPeriod(trx, renewal, until, now);
	// Another plan turns it off, at its next step, which tells of it.
	if (renewal.plan_key !== planKey) await changeRenewal(trx, renewal, { next_at: now }, now);
}

type Agreed = {
	accountId: string;
	consentId: string;
	methodId: string;
	plan: Plan;
	receiptEmail: string;
	/** The end of the paid time. */
	until: number;
};

/**
 * Turns on the renewal that the person has agreed to, as a new row with charges of its own, in a transaction that has
 * locked the account. Pending charges of the replaced renewal are refunded.
 * @param before the replaced renewal
 */
export async function beginRenewal(
	trx: Db,
	{ accountId, consentId, methodId, plan, receiptEmail, until }: Agreed,
	before: RenewalRow | undefined,
	now: number,
): Promise<void> {
	if (before) {
		await withdrawNotice(trx, before);
		await trx.deleteFrom("renewals").where("id", "=", before.id).execute();
	}
	await trx
		.insertInto("renewals")
		.values({
			...FRESH_PERIOD,
			id: randomUUID(),
			account_id: accountId,
			consent_id: consentId,
			method_id: methodId,
			plan_key: plan.key,
			plan: JSON.stringify(plan),
			receipt_email: receiptEmail,
			paid_until: until,
			next_at: noticeTime(until),
			created_at: now,
			changed_at: now,
		})
		.execute();
}

/**
 * Begins to wait for the end of a paid period, of which nothing was told or charged yet. A charge of the previous
 * period that is still pending is cancelled: it is not sent again, and refunded in full if it succeeds.
 */
export async function beginPeriod(trx: Db, renewal: RenewalRow, until: number, now: number): Promise<void> {
	await withdrawNotice(trx, renewal);
	await changeRenewal(trx, renewal, { ...FRESH_PERIOD, paid_until: until, next_at: noticeTime(until) }, now);
}
