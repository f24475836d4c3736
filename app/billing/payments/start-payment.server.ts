import { parseEmail } from "../../accounts/email.server.ts";
import type { Client } from "../../accounts/http/request-client.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { consentText, recordConsent } from "../renewals/consent.server.ts";
import { createAtGateway } from "./create-at-gateway.server.ts";
import { CHECK_PAYMENT, type PaymentContext } from "./payment-context.server.ts";
import { repeatAt } from "./retry-schedule.server.ts";

export type CheckoutInput = {
	/** Chosen by the form (a UUID), so that a repeat is the same purchase. */
	purchaseId: string;
	/** From the catalogue, never from the form: its price is charged. */
	plan: Plan;
	/** The typed e-mail for the receipt. */
	receiptEmail: unknown;
	/** The edition of the offer shown beside the button; null where there is none. */
	offerVersion: string | null;
	/** Who has ticked the box that the plan renews itself, for the consent; absent: a payment for once. */
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
	/** The id is no UUID, or belongs to another purchase: show the form again, with a new one. */
	| { outcome: "id-taken" }
	| { outcome: "too-many"; retryAfterSeconds: number };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const HOUR = 3_600_000;
/** More tries in an hour are no legitimate use; each is a row here and a payment at the gateway. */
const PER_HOUR = 20;

/**
 * Starts the purchase of a plan: the row first, then the gateway, outside of any transaction. The same id again is
 * the same purchase, whatever its state. After a crash in between its job finishes it (`checkPaymentHandler`).
 */
export async function startPayment(
	db: Db,
	paymentContext: PaymentContext,
	accountId: string,
	{ purchaseId, plan, receiptEmail, offerVersion, renewalAgreedBy: client }: CheckoutInput,
	at?: number,
): Promise<PaymentStarted> {
	const now = at ?? (await readDatabaseTime(db));
	const email = parseEmail(receiptEmail);
	if (!email) return { outcome: "invalid-email" };
	if (!UUID.test(purchaseId)) return { outcome: "id-taken" };
	const before = await find(db, purchaseId);
	if (!before && (await startedLately(db, accountId, now)) >= PER_HOUR) {
		return { outcome: "too-many", retryAfterSeconds: HOUR / 1_000 };
	}
	await transact(db, async (trx) => {
		const check_at = repeatAt(now);
		const agreed = paymentContext.renewal !== null && client !== undefined;
		const consentId = agreed
			? await recordConsent(trx, accountId, { plan, text: consentText(plan), offerVersion, client }, now)
			: null;
		const { numInsertedOrUpdatedRows } = await trx
			.insertInto("purchases")
			.values({
				id: purchaseId,
				account_id: accountId,
				plan_key: plan.key,
				plan: JSON.stringify(plan),
				amount: plan.price,
				receipt_email: email,
				offer_version: offerVersion,
				renewal_consent_id: consentId,
				gateway: paymentContext.gateway.name,
				state: "started",
				check_at,
				created_at: now,
			})
			.onConflict((conflict) => conflict.column("id").doNothing())
			.executeTakeFirst();
		// A repeat of the form is the same purchase, with the consent of the first.
		if (!numInsertedOrUpdatedRows && consentId)
			await trx.deleteFrom("renewal_consents").where("id", "=", consentId).execute();
		if (numInsertedOrUpdatedRows)
			await enqueue(trx, [{ kind: CHECK_PAYMENT, key: purchaseId, dueAt: check_at }]);
	});
	const row = await find(db, purchaseId);
	if (row?.account_id !== accountId || row.plan_key !== plan.key) return { outcome: "id-taken" };
	if (row.state === "waiting" && row.confirmation_url)
		return { outcome: "pay", address: row.confirmation_url };
	if (row.state !== "started") return { outcome: "see" };
	const payment = await createAtGateway(db, paymentContext, row, now);
	if (payment === "refused") return { outcome: "failed" };
	return payment?.confirmationUrl ? { outcome: "pay", address: payment.confirmationUrl } : { outcome: "see" };
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
