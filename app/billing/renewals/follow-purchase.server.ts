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
 * What a paid purchase means for the account's renewal, in the transaction that grants the plan: the consent that was
 * given with it turns it on, when the gateway has saved the card; a longer paid time moves the next charge; another
 * plan turns it off.
 * @param until the end of the paid time
 * @returns the renewal that will be charged here next
 */
export async function followPurchase(
	trx: Db,
	{ renewal: settings }: Pick<PaymentContext, "renewal">,
	purchase: PurchaseRow,
	{ savedMethod }: Pick<Payment, "savedMethod">,
	until: number,
	now: number,
): Promise<RenewalRow | undefined> {
	const plan: Plan = JSON.parse(purchase.plan);
	const before = await renewalOf(trx, purchase.account_id);
	const consentId = purchase.renewal_consent_id;
	if (settings && consentId !== null && savedMethod) {
		const methodId = await saveCard(trx, purchase, savedMethod, settings.sealKey, now);
		if (before) {
			await withdrawNotice(trx, before);
			await trx.deleteFrom("renewals").where("id", "=", before.id).execute();
		}
		await trx
			.insertInto("renewals")
			.values({
				...FRESH_PERIOD,
				id: randomUUID(),
				account_id: purchase.account_id,
				consent_id: consentId,
				method_id: methodId,
				plan_key: plan.key,
				plan: purchase.plan,
				receipt_email: purchase.receipt_email,
				paid_until: until,
				next_at: noticeTime(until),
				created_at: now,
				changed_at: now,
			})
			.execute();
		return renewalOf(trx, purchase.account_id);
	}
	if (!before || before.state === "off") return undefined;
	if (before.plan_key !== plan.key) {
		await turnOff(trx, before, "plan-changed", now);
		return undefined;
	}
	// A card that the bank has refused stays refused.
	if (before.state === "paused") return undefined;
	await beginPeriod(trx, before, until, now);
	const after = await renewalOf(trx, purchase.account_id);
	return renewsHere(after, settings) ? after : undefined;
}

/**
 * Begins to wait for the end of a paid time: nothing is told or charged of it yet. A charge of the time before that is
 * on its way is wanted no more: it is not sent again, and refunded in full if it succeeds.
 */
export async function beginPeriod(trx: Db, renewal: RenewalRow, until: number, now: number): Promise<void> {
	await withdrawNotice(trx, renewal);
	await changeRenewal(trx, renewal, { ...FRESH_PERIOD, paid_until: until, next_at: noticeTime(until) }, now);
}
