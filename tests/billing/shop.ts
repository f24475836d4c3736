import { randomUUID } from "node:crypto";
import { yookassaGateway } from "../../app/billing/gateways/yookassa.server.ts";
import type { Plan } from "../../app/billing/plan.ts";
import type { BillingSettings } from "../../app/billing/settings.server.ts";
import { startPayment } from "../../app/billing/start-payment.server.ts";
import type { Db } from "../../app/db/connection.server.ts";
import type { FakeYookassa } from "../support/fake-yookassa.ts";
import { memoryOffice } from "../support/post-office.ts";
import { aPlan } from "./plan.ts";

export const NOON = Date.parse("2026-11-21T09:00:00Z");
export const PLUS: Plan = {
	...aPlan({ messages: 10, everyDays: 30 }, { key: "plus-month", price: 39_000 }),
	title: "Плюс",
};
export const RECEIPT = {
	vatCode: 1,
	taxSystemCode: 2,
	paymentSubject: "service",
	paymentMode: "full_payment",
};

/** An installation that sells through the fake ЮKassa. */
export function shop(kassa: FakeYookassa, more: Partial<BillingSettings> = {}) {
	const said: string[] = [];
	const say = (message: string, fields?: unknown) => void said.push(`${message} ${JSON.stringify(fields)}`);
	const settings: BillingSettings = {
		appUrl: "https://chat.example.ru",
		appName: "Собеседник",
		signature: [],
		timeZone: "Europe/Moscow",
		gateway: yookassaGateway({
			apiUrl: kassa.url,
			shopId: "100500",
			secretKey: "test_secret",
			receipt: RECEIPT,
			timeoutMs: 1_000,
		}),
		plans: [PLUS],
		live: true,
		receipts: true,
		office: memoryOffice(),
		log: { info: say, warn: say, error: say },
		...more,
	};
	return { settings, said };
}

/** Somebody comes to the checkout and sends the form. */
export async function buy(
	db: Db,
	settings: BillingSettings,
	me: string,
	now = NOON,
	paymentId: string = randomUUID(),
) {
	const order = { planKey: PLUS.key, paymentId, receiptEmail: "anna@example.ru" };
	return { id: paymentId, started: await startPayment(db, settings, me, order, now) };
}

/** What the account has of it: the purchase's state, its subscriptions and its letters. */
export async function outcomeOf(db: Db, purchaseId: string) {
	const purchase = await db
		.selectFrom("purchases")
		.selectAll()
		.where("id", "=", purchaseId)
		.executeTakeFirstOrThrow();
	const subscriptions = await db
		.selectFrom("subscriptions")
		.select(["starts_at", "ends_at"])
		.where("purchase_id", "=", purchaseId)
		.execute();
	const letters = await db.selectFrom("letters").select("kind").orderBy("created_at").orderBy("id").execute();
	return {
		state: purchase.state,
		reason: purchase.reason,
		grants: subscriptions.length,
		letters: letters.map(({ kind }) => kind),
		purchase,
	};
}
