import type { TFunction } from "i18next";
import { boughtUntil } from "../../../billing/messages/bought-messages.server.ts";
import { type Purchase, readPurchase } from "../../../billing/payments/purchases.server.ts";
import { settlePayment } from "../../../billing/payments/settle-payment.server.ts";
import type { Plan } from "../../../billing/plans/plan.server.ts";
import { readUnfinished } from "../../../billing/plans/plan-in-force.server.ts";
import { endsBefore, isActive, renewalOf, renewsHere } from "../../../billing/renewals/renewal.server.ts";
import { nextChargeOf } from "../../../billing/renewals/renewal-emails.server.ts";
import { rubles } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { translate } from "../../../billing/texts.server.ts";
import { config } from "../../../platform/config.server.ts";
import { comingDayOf, dayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

const MINUTE = 60_000;

/**
 * Settles a payment and returns its status, for a person returning from the gateway; undefined for another account's,
 * as for none.
 */
export async function loadOutcome(
	accountId: string,
	id: string,
	t: TFunction<"payment">,
	now: number = Date.now(),
) {
	if (!(await readPurchase(db(), accountId, id))) return undefined;
	const payments = paymentContext();
	// Past the limit what is held is shown.
	if (payments) await settlePayment(db(), payments, id, undefined, { isThrottled: true });
	const purchase = await readPurchase(db(), accountId, id);
	if (!purchase) return undefined;
	const { plan, amount, state, promo } = purchase;
	if (state === "canceled" || state === "expired") return { state: "failed" as const, id };
	if (state === "refunded") return { state: "refunded" as const, id };
	const about = {
		id,
		isPlan: purchase.messages === null,
		title: plan.title,
		plan: `${plan.title}, ${t("plan.days", { count: (plan.days ?? 0) + (promo?.days ?? 0) })}`,
		sum: rubles(amount),
	};
	return state === "paid"
		? { ...about, ...(await paidOutcome(accountId, purchase, t, now)) }
		: { ...about, ...checkingOutcome(purchase, now) };
}

type Outcome = NonNullable<Awaited<ReturnType<typeof loadOutcome>>>;
export type PaidOutcome = Extract<Outcome, { state: "paid" }>;
export type CheckingOutcome = Extract<Outcome, { state: "checking" }>;

/**
 * The renewal of the bought plan: a purchase without consent leaves one that is on as it is, and with consent a gateway
 * need not save the card. Null: nothing is to be said of it.
 * @param now the time of the payment where the database has none; the page may be opened again long after it
 */
async function renewalOutcome(
	accountId: string,
	{ plan, endedAt, messages, wantsRenewal }: Purchase,
	t: TFunction<"payment">,
	now: number,
): Promise<string | null> {
	const renewal = await renewalOf(db(), accountId);
	const isKept = messages === null && renewal?.plan_key === plan.key && renewal.state !== "off";
	// Of this payment: both have the moment of one transaction.
	const isEnded =
		renewal?.state === "off" && renewal.reason === "plan-changed" && renewal.changed_at === endedAt;
	if (isEnded) {
		const { title }: Plan = JSON.parse(renewal.plan);
		const ended = t("renewal.endedOther", { title });
		return wantsRenewal ? `${ended} ${t("renewal.notSaved")}` : ended;
	}
	if (!wantsRenewal && !isKept) return null;
	if (renewal?.state === "paused") return t("renewal.stillPaused");
	if (renewal?.state === "off" && renewal.changed_at > (endedAt ?? now)) return t("renewal.offSince");
	if (!renewal || !isActive(renewal)) return t("renewal.notSaved");
	const settings = paymentContext()?.renewal ?? null;
	if (!settings || !renewsHere(renewal, settings)) return null;
	const chargeAt = nextChargeOf(config, renewal, now);
	const changed = endsBefore(renewal, settings, chargeAt);
	if (changed) return t(`renewal.endsBy.${changed}`, { until: dayOf(renewal.paid_until) });
	// A page opened again when the next charge was told of, or made: the renewal itself tells what comes then.
	if (renewal.charge_at !== null) return null;
	const { price }: Plan = JSON.parse(renewal.plan);
	return t("renewal.saved", { sum: rubles(price), day: comingDayOf(chargeAt, now) });
}

async function paidOutcome(accountId: string, purchase: Purchase, t: TFunction<"payment">, now: number) {
	const messagesUntil = purchase.messages === null ? null : await boughtUntil(db(), purchase.id);
	const bought = (await readUnfinished(db(), accountId, now)).find(
		({ purchase_id }) => purchase_id === purchase.id,
	);
	const until = bought?.ends_at ?? messagesUntil;
	return {
		state: "paid" as const,
		/** Null: its time is over already, or was converted to another plan. */
		until: until !== null && until > now ? dayOf(until) : null,
		// It began after the payment, where the time of the same plan ended. Both times are the database's: a clock of
		// this process may show less than the moment of the grant.
		follows: bought !== undefined && bought.starts_at > (purchase.endedAt ?? now),
		receipt: purchase.receiptState ?? ("none" as const),
		email: purchase.receiptEmail,
		/** The money goes back: the amount, and when it arrives at the latest; null: it does not. */
		returning: returningOf(purchase),
		renewal: await renewalOutcome(accountId, purchase, t, now),
	};
}

/** A refund that the gateway has not made yet: the person's, or of a charge that nobody waits for any more. */
function returningOf({ refund }: Purchase) {
	if (refund?.state !== "started" && refund?.state !== "waiting") return null;
	const days = paymentContext()?.refundDays;
	return {
		sum: rubles(refund.amount),
		term: days === undefined ? "" : translate("refundTerm", { count: days }),
	};
}

function checkingOutcome(purchase: Purchase, now: number) {
	return {
		state: "checking" as const,
		seconds: pollSeconds(now - purchase.createdAt),
		/** The payment page, for a person who left it before paying. */
		toPay: purchase.state === "waiting" ? purchase.confirmationUrl : null,
	};
}

/** The polling interval of a page, in seconds: it grows. @param age of the payment, in ms */
function pollSeconds(age: number): number {
	if (age < 2 * MINUTE) return 3;
	return age < 15 * MINUTE ? 10 : 30;
}
