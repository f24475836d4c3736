import type { Selectable } from "kysely";
import type { Db } from "../db/connection.server.ts";
import type { PurchasesTable } from "../db/tables/billing.ts";
import type { Payment, Trouble } from "./gateways/gateway.ts";
import type { Plan } from "./plan.ts";
import type { BillingSettings } from "./settings.server.ts";

export type Purchase = Selectable<PurchasesTable>;

export type Started =
	/** The browser is to go there and pay. */
	| { outcome: "to-gateway"; url: string }
	/** «Платёж проверяется»: nobody knows yet whether the gateway has it. The clock asks again with the same key. */
	| { outcome: "unclear" }
	/** The gateway does not take our calls. The person has paid nothing. */
	| { outcome: "refused" }
	/** The same form came before, and its payment has ended. */
	| { outcome: "ended" }
	| { outcome: "no-such-plan" }
	/** The id belongs to another purchase. */
	| { outcome: "conflict" };

/** ЮKassa says that an unknown outcome may be asked about once a minute (facts of its API, «Basics»). */
export const MINUTE = 60_000;

/**
 * Begins to buy a plan: the purchase is written down, then the gateway is told, with the purchase's id as the key.
 * The price is that of the catalogue.
 * @param order `paymentId` is chosen by the form, so that a repeat is the same purchase
 */
export async function startPayment(
	db: Db,
	settings: BillingSettings,
	accountId: string,
	order: { planKey: string; paymentId: string; receiptEmail: string },
	now = Date.now(),
): Promise<Started> {
	const plan = settings.plans.find(({ key, price }) => key === order.planKey && price > 0);
	if (!plan) return { outcome: "no-such-plan" };
	await db
		.insertInto("purchases")
		.values({
			id: order.paymentId,
			account_id: accountId,
			plan_key: plan.key,
			plan: JSON.stringify(plan),
			amount: plan.price,
			receipt_email: order.receiptEmail,
			gateway: settings.gateway.name,
			state: "started",
			check_at: now + MINUTE,
			created_at: now,
		})
		.onConflict((oc) => oc.column("id").doNothing())
		.execute();
	const purchase = await db
		.selectFrom("purchases")
		.selectAll()
		.where("id", "=", order.paymentId)
		.executeTakeFirstOrThrow();
	if (purchase.account_id !== accountId || purchase.plan_key !== plan.key) return { outcome: "conflict" };
	if (purchase.confirmation_url !== null && purchase.state === "waiting") {
		return { outcome: "to-gateway", url: purchase.confirmation_url };
	}
	if (purchase.state !== "started") return { outcome: "ended" };
	return tellGateway(db, settings, purchase, now);
}

/** Has the gateway begin the payment of a purchase that it may or may not know of: the key makes it one. */
export async function tellGateway(
	db: Db,
	settings: BillingSettings,
	purchase: Purchase,
	now = Date.now(),
): Promise<Started> {
	const plan: Plan = JSON.parse(purchase.plan);
	const answer = await settings.gateway.create({
		id: purchase.id,
		amount: purchase.amount,
		description: `${settings.appName}: тариф «${plan.title}», ${plan.days} дн.`.slice(0, 128),
		receiptEmail: purchase.receipt_email,
		returnUrl: `${settings.appUrl}/payment/success?payment=${purchase.id}`,
	});
	if (!("outcome" in answer)) return remember(db, purchase.id, answer, now);
	return sayTrouble(db, settings, purchase.id, answer, now);
}

/** What the gateway calls the payment, and where it is paid. What it says of money is left to `settlePayment`. */
async function remember(db: Db, id: string, payment: Payment, now: number): Promise<Started> {
	await db
		.updateTable("purchases")
		.set({
			state: "waiting",
			gateway_id: payment.gatewayId,
			confirmation_url: payment.confirmationUrl,
			check_at: now + MINUTE,
		})
		.where("id", "=", id)
		.where("state", "=", "started")
		.execute();
	if (payment.state === "waiting" && payment.confirmationUrl) {
		return { outcome: "to-gateway", url: payment.confirmationUrl };
	}
	return { outcome: "unclear" };
}

async function sayTrouble(
	db: Db,
	settings: BillingSettings,
	id: string,
	trouble: Trouble,
	now: number,
): Promise<Started> {
	const fields = { purchase: id, detail: trouble.detail };
	if (trouble.outcome === "unclear") {
		settings.log.warn("Платёж: шлюз не ответил определённо, спросим ещё раз", fields);
		await db
			.updateTable("purchases")
			.set({ check_at: now + Math.max(MINUTE, trouble.retryAfterMs ?? 0) })
			.where("id", "=", id)
			.where("state", "=", "started")
			.execute();
		return { outcome: "unclear" };
	}
	settings.log.error("Платёж: шлюз не принимает наши запросы, проверьте настройки", fields);
	await db
		.updateTable("purchases")
		.set({ state: "canceled", reason: "misconfigured", check_at: null, ended_at: now })
		.where("id", "=", id)
		.where("state", "=", "started")
		.execute();
	return { outcome: "refused" };
}
