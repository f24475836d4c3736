import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Gateway } from "../../app/billing/gateways/gateway.ts";
import {
	type YookassaSettings,
	yookassaGateway,
} from "../../app/billing/gateways/yookassa/gateway.server.ts";
import { checkPaymentHandler } from "../../app/billing/payments/check-payments.server.ts";
import { handleWebhook } from "../../app/billing/payments/handle-webhook.server.ts";
import type { PaymentContext } from "../../app/billing/payments/payment-context.server.ts";
import { settlePayment } from "../../app/billing/payments/settle-payment.server.ts";
import { type CheckoutInput, startPayment } from "../../app/billing/payments/start-payment.server.ts";
import { checkRefundHandler } from "../../app/billing/refunds/check-refunds.server.ts";
import { requestRefund } from "../../app/billing/refunds/refund-purchase.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { somebody } from "../chat/people.ts";
import type { FakeYookassa } from "../support/fakes/fake-yookassa.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";
import { checkoutInput, testPaymentContext } from "./payment-context.ts";

export const NOON = Date.parse("2026-11-21T09:00:00Z");
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Does the jobs of payments and refunds that are due. */
export const checkDue = (db: Db, context: PaymentContext, clock: () => number) =>
	runDueJobs(db, [checkPaymentHandler(db, context), checkRefundHandler(db, context)], clock);

type BuyerOptions = {
	settings?: Partial<YookassaSettings>;
	paymentContext?: Partial<PaymentContext>;
	now?: number;
	/** Whoever buys; somebody new without it. */
	me?: string;
	input?: Partial<CheckoutInput>;
};

/**
 * The gateway of a shop. A call that hangs there is given up soon, and that call alone: the others get their time, however
 * busy the machine.
 */
export function gatewayOf(yookassa: FakeYookassa, settings: Partial<YookassaSettings> = {}): Gateway {
	const patient = yookassaGateway({ ...yookassa.settings, ...settings });
	const hasty = yookassaGateway({ ...yookassa.settings, ...settings, timeoutMs: 2_000 });
	const forCall = (call: Parameters<FakeYookassa["willHang"]>[0]) =>
		yookassa.willHang(call) ? hasty : patient;
	return {
		...patient,
		create: (...args) => forCall("POST /payments").create(...args),
		chargeSaved: (...args) => forCall("POST /payments").chargeSaved(...args),
		refund: (...args) => forCall("POST /refunds").refund(...args),
	};
}

/** Somebody who has begun to buy «Плюс» at a live shop, and what can become of that. */
export async function buyer(
	db: Db,
	yookassa: FakeYookassa,
	{ settings, paymentContext: more, now = NOON, me: given, input: wished }: BuyerOptions = {},
) {
	const gateway = gatewayOf(yookassa, settings);
	const paymentContext = testPaymentContext(gateway, { takesTestMoney: false, ...more });
	const me = given ?? (await somebody(db));
	const input = { ...checkoutInput(), ...wished };
	const started = await startPayment(db, paymentContext, me, input, now);
	const id = input.purchaseId;
	return {
		me,
		paymentContext,
		input,
		id,
		started,
		payment: () => yookassa.paymentOf(id),
		settle: (at = now) => settlePayment(db, paymentContext, id, at),
		notify: (event: string, object: object = yookassa.paymentOf(id), at = now) =>
			handleWebhook(db, paymentContext, yookassa.notification(event, { ...object }), at),
		clock: async (at: number) => {
			await checkDue(db, paymentContext, () => at);
		},
		refund: (at: number, refundId: string = randomUUID()) =>
			requestRefund(db, paymentContext, me, { purchaseId: id, refundId }, at),
		row: () => db.selectFrom("purchases").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
	};
}

export type Buyer = Awaited<ReturnType<typeof buyer>>;

/** Somebody who has paid. */
export async function payer(db: Db, yookassa: FakeYookassa, options: BuyerOptions = {}): Promise<Buyer> {
	const somebody = await buyer(db, yookassa, options);
	yookassa.pay(somebody.payment().id);
	expect(await somebody.settle()).toEqual({ outcome: "paid" });
	return somebody;
}

/** How often the gateway was asked to do something. */
export const calls = (yookassa: FakeYookassa, method: string, path: RegExp) =>
	yookassa.requests.filter((request) => request.method === method && path.test(request.path));

/**
 * What must hold at every end: for each order the gateway has at most one payment; whoever's money it holds has the
 * plan once and one e-mail, and nobody else has anything.
 */
export async function expectMoneyAndGrantToAgree(db: Db, yookassa: FakeYookassa): Promise<void> {
	const purchases = await db.selectFrom("purchases").selectAll().execute();
	for (const { id, state } of purchases) {
		const payments = [...yookassa.payments.values()].filter(
			({ metadata }) => (metadata as { order_id?: string }).order_id === id,
		);
		expect(payments.length).toBeLessThanOrEqual(1);
		const paid = payments.some(({ status }) => status === "succeeded");
		expect([id, state === "paid" || state === "refunded"]).toEqual([id, paid]);
		const given = await db.selectFrom("subscriptions").select("id").where("purchase_id", "=", id).execute();
		expect([id, given.length]).toEqual([id, paid ? 1 : 0]);
	}
	const emails = await db.selectFrom("letters").select("id").where("kind", "=", "payment-paid").execute();
	const sold = purchases.filter(({ state }) => state === "paid" || state === "refunded");
	expect(emails.length).toBe(sold.length);
}
