import type { Db } from "../db/connection.server.ts";
import { settleRefund } from "./refund-purchase.server.ts";
import type { BillingSettings } from "./settings.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/**
 * A notification of the gateway: a reason to ask it, and nothing more. Nothing in it is believed.
 * @param body as it came
 * @returns "later" when it should come again: the gateway could not be asked
 */
export async function hearNotification(
	db: Db,
	settings: BillingSettings,
	body: string,
	now = Date.now(),
): Promise<"heard" | "later"> {
	const hint = settings.gateway.parseNotification(body);
	if (!hint) return "heard";
	const purchaseId = await findPurchase(db, settings, hint.gatewayId);
	if (purchaseId === "unclear") return "later";
	if (!purchaseId) return "heard";
	if (hint.kind === "refund") {
		const refunds = await db
			.selectFrom("refunds")
			.select("id")
			.where("purchase_id", "=", purchaseId)
			.where("state", "in", ["started", "waiting"])
			.execute();
		for (const { id } of refunds) await settleRefund(db, settings, id, now);
		return "heard";
	}
	return (await settlePayment(db, settings, purchaseId, now)) === "unclear" ? "later" : "heard";
}

/**
 * The purchase of a payment. A notification may overtake the answer to our own call, or the process may have died
 * before it wrote the answer down: then the gateway itself says which purchase it was told.
 */
async function findPurchase(
	db: Db,
	settings: BillingSettings,
	gatewayId: string,
): Promise<string | "unclear" | undefined> {
	const known = await db
		.selectFrom("purchases")
		.select("id")
		.where("gateway", "=", settings.gateway.name)
		.where("gateway_id", "=", gatewayId)
		.executeTakeFirst();
	if (known) return known.id;
	// Nobody makes us ask about ids that they have thought up: there must be a purchase that waits for one.
	const waiting = await db
		.selectFrom("purchases")
		.select("id")
		.where("gateway", "=", settings.gateway.name)
		.where("gateway_id", "is", null)
		.where("state", "in", ["started", "expired"])
		.limit(1)
		.executeTakeFirst();
	if (!waiting) return undefined;
	const payment = await settings.gateway.read(gatewayId);
	if (payment === "unknown") return undefined;
	if ("outcome" in payment) return payment.outcome === "unclear" ? "unclear" : undefined;
	if (payment.orderId === null) return undefined;
	const adopted = await db
		.updateTable("purchases")
		.set({ gateway_id: gatewayId, confirmation_url: payment.confirmationUrl, state: "waiting" })
		.where("id", "=", payment.orderId)
		.where("gateway", "=", settings.gateway.name)
		.where("gateway_id", "is", null)
		.where("state", "in", ["started", "expired"])
		.returning("id")
		.executeTakeFirst();
	return adopted?.id;
}
