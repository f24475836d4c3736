import type { Insertable } from "kysely";
import { parseEmail } from "../../accounts/email.server.ts";
import type { Client } from "../../accounts/http/request-client.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { PurchasesTable } from "../../platform/db/tables/billing.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { isPackage, type Product } from "../messages/message-package.server.ts";
import { checkPromoCode } from "../promo-codes/check-promo-code.server.ts";
import { claimUse } from "../promo-codes/promo-uses.server.ts";
import { consentText, recordConsent } from "../renewals/consent.server.ts";
import { createAtGateway } from "./create-at-gateway.server.ts";
import { mayAskGateway } from "./gateway-throttle.server.ts";
import { CHECK_PAYMENT, type PaymentContext } from "./payment-context.server.ts";
import { repeatAt } from "./retry-schedule.server.ts";

export type CheckoutInput = {
	/** Chosen by the form (a UUID), so that a repeat is the same purchase. */
	purchaseId: string;
	/** From the catalogue, never from the form: its price is charged. */
	plan: Product;
	/** The typed e-mail for the receipt. */
	receiptEmail: unknown;
	/** The edition of the offer that counts; null where there is none. */
	offerVersion: string | null;
	/** The edition that the form showed: no other is agreed to. Absent: the form said none. */
	shownOffer?: string | undefined;
	/** The promo code that was shown as applied, and the sum beside it in kopecks: no other sum is asked for. */
	promo?: { code: string; amount: number } | undefined;
	/** The price that the form showed, in kopecks: no other is asked for. Absent: the form said none. */
	shownPrice?: number | undefined;
	/** The client that has ticked the box that the plan renews itself, for the consent; absent: a payment for once. */
	renewalAgreedBy?: Client | undefined;
};

export type PaymentStarted =
	/** Redirect the browser there. */
	| { outcome: "pay"; address: string }
	/** The outcome at the gateway is unknown, or the purchase has ended: `/payment/success?payment=<id>` shows it. */
	| { outcome: "see" }
	/** The gateway does not take the order. Nothing is to be paid, the log says why. */
	| { outcome: "failed" }
	| { outcome: "invalid-email" }
	/** The price is another than the form showed: nothing was begun. */
	| { outcome: "price-changed" }
	/** The offer is another than the form showed: nothing was begun. */
	| { outcome: "offer-changed" }
	/** The promo code does not fit any more, or the sum with it is another. */
	| { outcome: "promo-changed" }
	/**
	 * The id is no UUID, or belongs to another purchase, or to one with another receipt address or another answer to the
	 * renewal: show the form again, with a new one.
	 */
	| { outcome: "id-taken" }
	| { outcome: "too-many"; retryAfterSeconds: number };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const HOUR = 3_600_000;
/** More tries in an hour are no legitimate use; each is a row here and a payment at the gateway. */
const PER_HOUR = 20;

/**
 * Starts the purchase of a plan: the row first, then the gateway, outside of any transaction. The same form again is
 * the same purchase, whatever its state. After a crash in between its job finishes it (`checkPaymentHandler`).
 */
export async function startPayment(
	db: Db,
	paymentContext: PaymentContext,
	accountId: string,
	{ purchaseId, plan, receiptEmail, offerVersion, promo, renewalAgreedBy: client, ...shown }: CheckoutInput,
	at?: number,
): Promise<PaymentStarted> {
	const now = at ?? (await readDatabaseTime(db));
	const email = parseEmail(receiptEmail);
	if (!email) return { outcome: "invalid-email" };
	if (!UUID.test(purchaseId)) return { outcome: "id-taken" };
	const before = await find(db, purchaseId);
	const { shownPrice = plan.price, shownOffer = offerVersion } = shown;
	if (!before && shownPrice !== plan.price) return { outcome: "price-changed" };
	if (!before && shownOffer !== offerVersion) return { outcome: "offer-changed" };
	const agreed = paymentContext.renewal !== null && client !== undefined && !isPackage(plan);
	const consent = agreed ? { plan, text: consentText(plan), offerVersion, client } : null;
	const purchase = {
		id: purchaseId,
		account_id: accountId,
		plan_key: plan.key,
		plan: JSON.stringify(plan),
		messages: isPackage(plan) ? plan.messages : null,
		amount: plan.price,
		receipt_email: email,
		offer_version: offerVersion,
		gateway: paymentContext.gateway.name,
	};
	const recorded = await transact(db, (trx) => record(trx, { purchase, plan, promo, consent }, now));
	if (recorded === "too-many") return { outcome: recorded, retryAfterSeconds: HOUR / 1_000 };
	if (recorded === "promo-changed") return { outcome: recorded };
	const row = await find(db, purchaseId);
	if (row?.account_id !== accountId || row.plan_key !== plan.key || row.promo_code !== (promo?.code ?? null))
		return { outcome: "id-taken" };
	const isOpen = row.state === "started" || row.state === "waiting";
	// The form was corrected after its first press: the payment that it has begun saves the card, or sends the receipt, as
	// the person does not want it any more.
	if (isOpen && ((row.renewal_consent_id !== null) !== agreed || row.receipt_email !== email))
		return { outcome: "id-taken" };
	if (row.state === "waiting" && row.confirmation_url)
		return { outcome: "pay", address: row.confirmation_url };
	if (row.state !== "started") return { outcome: "see" };
	// The job repeats it as well.
	if (before && !(await mayAskGateway(db, row, now))) return { outcome: "see" };
	const payment = await createAtGateway(db, paymentContext, row, now);
	if (payment === "refused") return { outcome: "failed" };
	return payment?.confirmationUrl ? { outcome: "pay", address: payment.confirmationUrl } : { outcome: "see" };
}

type Recorded = {
	purchase: Omit<Insertable<PurchasesTable>, "state" | "check_at" | "created_at">;
	plan: Product;
	promo: CheckoutInput["promo"];
	consent: Parameters<typeof recordConsent>[2] | null;
};

/**
 * Records a purchase with the use of its code, its consent and its job; nothing where it is recorded already.
 * @returns "promo-changed": not with this code, or not at this sum
 */
async function record(
	trx: Db,
	{ purchase, plan, promo, consent }: Recorded,
	now: number,
): Promise<"recorded" | "promo-changed" | "too-many"> {
	const { id, account_id: accountId } = purchase;
	const check_at = repeatAt(now);
	let terms = {};
	if (promo && isPackage(plan)) return "promo-changed";
	// One after another: an account uses a code once and begins only so much in an hour, and of a form that was sent twice
	// the first takes the use.
	await lockRow(trx, "accounts", accountId);
	if (await find(trx, id)) return "recorded";
	if ((await startedLately(trx, accountId, now)) >= PER_HOUR) return "too-many";
	if (promo && !isPackage(plan)) {
		const checked = await checkPromoCode(trx, accountId, promo.code, plan, now);
		if (checked.outcome !== "fits" || checked.code !== promo.code || checked.amount !== promo.amount)
			return "promo-changed";
		const { code, amount, days } = checked;
		terms = { amount, promo_code: code, promo_days: days || null, promo_use: "held" };
	}
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto("purchases")
		.values({ ...purchase, ...terms, state: "started", check_at, created_at: now })
		.onConflict((conflict) => conflict.column("id").doNothing())
		.executeTakeFirst();
	// A repeat of the form is the same purchase, with the consent of the first.
	if (!numInsertedOrUpdatedRows) return "recorded";
	if (promo && !(await claimUse(trx, promo.code, now))) {
		await trx.deleteFrom("purchases").where("id", "=", id).execute();
		return "promo-changed";
	}
	if (consent) {
		const renewal_consent_id = await recordConsent(trx, accountId, consent, now);
		await trx.updateTable("purchases").set({ renewal_consent_id }).where("id", "=", id).execute();
	}
	await enqueue(trx, [{ kind: CHECK_PAYMENT, key: id, dueAt: check_at }]);
	return "recorded";
}

const find = (db: Db, id: string) =>
	db.selectFrom("purchases").selectAll().where("id", "=", id).executeTakeFirst();

async function startedLately(db: Db, accountId: string, now: number): Promise<number> {
	const { count } = await db
		.selectFrom("purchases")
		.select((eb) => eb.fn.countAll<number>().as("count"))
		.where("account_id", "=", accountId)
		.where("created_at", ">", now - HOUR)
		.executeTakeFirstOrThrow();
	return count;
}
