import { randomUUID } from "node:crypto";
import type { Gateway } from "../../app/billing/gateways/gateway.ts";
import type { PaymentContext } from "../../app/billing/payments/payment-context.server.ts";
import type { Plan } from "../../app/billing/plans/plan.server.ts";
import { sealKey } from "../../app/mail/seal.server.ts";
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
