import { randomUUID } from "node:crypto";
import type { Gateway } from "../../app/billing/gateways/gateway.ts";
import type { PaymentContext } from "../../app/billing/payments/payment-context.ts";
import { memoryMailer } from "../support/fakes/mailer.ts";
import { aPlan } from "./plan.ts";

export const PLUS = {
	...aPlan({ messages: 1_500, everyDays: 30 }, { key: "plus-month", price: 39_000 }),
	title: "Плюс",
};

/** A till of a trial with what it has said to its log, by line. */
export function aTill(
	gateway: Gateway,
	more: Partial<PaymentContext> = {},
): PaymentContext & { said: string[] } {
	const said: string[] = [];
	const say = (message: string, fields?: unknown) => void said.push(`${message} ${JSON.stringify(fields)}`);
	const sender = {
		appUrl: "https://chat.example.ru",
		appName: "Собеседник",
		signature: [],
		timeZone: "Europe/Moscow",
		office: memoryMailer(),
	};
	const log = { info: say, warn: say, error: say };
	return { gateway, takesTestMoney: true, makesReceipts: false, sender, log, said, ...more };
}

/** What the checkout sends. */
export const aWish = (plan = PLUS) => ({
	purchaseId: randomUUID() as string,
	plan,
	receiptEmail: "anna@example.ru",
	offerVersion: "2026-11-21",
});
