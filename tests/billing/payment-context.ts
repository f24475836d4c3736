import { randomUUID } from "node:crypto";
import type { Gateway } from "../../app/billing/gateways/gateway.ts";
import { decideSandboxPayment, sandboxGateway } from "../../app/billing/gateways/sandbox.server.ts";
import type { PaymentContext } from "../../app/billing/payments/payment-context.server.ts";
import { settlePayment } from "../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../app/billing/payments/start-payment.server.ts";
import type { Plan } from "../../app/billing/plans/plan.server.ts";
import { sealKey } from "../../app/mail/seal.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { memoryMailer } from "../support/fakes/mailer.ts";
import { aPlan } from "./plan.ts";

export const PLUS = {
	...aPlan({ messages: 1_500, everyDays: 30 }, { key: "plus-month", price: 39_000 }),
	title: "Плюс",
};

/** The payment context of a trial, with what it has logged, by line. */
export function testPaymentContext(
	gateway: Gateway,
	more: Partial<PaymentContext> = {},
): PaymentContext & { logged: string[] } {
	const logged: string[] = [];
	const say = (message: string, fields?: unknown) => void logged.push(`${message} ${JSON.stringify(fields)}`);
	const sender = {
		appUrl: "https://chat.example.ru",
		appName: "Собеседник",
		signature: [],
		timeZone: "Europe/Moscow",
		mailer: memoryMailer(),
	};
	const log = { info: say, warn: say, error: say };
	return {
		gateway,
		takesTestMoney: true,
		makesReceipts: false,
		refundDays: 10,
		sender,
		renewal: null,
		log,
		logged,
		...more,
	};
}

/** Switches renewals on, with the plans on sale. */
export const renewing = (plans: readonly Plan[] = [PLUS]) => ({
	renewal: {
		sealKey: sealKey("a secret of the tests", "saved card"),
		timeZone: "Europe/Moscow",
		hasModel: () => true,
		plans,
	},
});

/** What the checkout sends. */
export const checkoutInput = (plan = PLUS) => ({
	purchaseId: randomUUID() as string,
	plan,
	receiptEmail: "anna@example.ru",
	offerVersion: "2026-11-21",
});

/**
 * Somebody buys in the sandbox of a server and pays.
 * @param renews the plan is to renew itself: the payment is settled; otherwise nobody has looked at it since
 * @returns the id of the purchase
 */
export async function paidInSandbox(
	db: Db,
	{ url, email }: { url: string; email: string },
	renews = false,
): Promise<string> {
	const { id } = await db
		.selectFrom("accounts")
		.select("id")
		.where("email", "=", email)
		.executeTakeFirstOrThrow();
	const paymentContext = testPaymentContext(sandboxGateway(db, url), renews ? renewing() : {});
	const agreed = { renewalAgreedBy: { ip: "192.0.2.7", userAgent: "Browser 1" } };
	const input = { ...checkoutInput(), ...(renews && agreed) };
	await startPayment(db, paymentContext, id, input);
	await decideSandboxPayment(db, id, input.purchaseId, "pay");
	if (renews) await settlePayment(db, paymentContext, input.purchaseId);
	return input.purchaseId;
}
