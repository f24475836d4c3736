import type { Db } from "../db/connection.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import type { Till } from "./till.ts";

/**
 * A gateway has called. Whatever it says is only a reason to ask: nothing of the body is believed but that there is
 * something to ask about.
 * @returns `heard`, also when it was about nothing of ours; `not-now` when we could not ask, and it should call again
 */
export async function hearNotification(
	db: Db,
	till: Till,
	body: string,
	now = Date.now(),
): Promise<"heard" | "not-now"> {
	const hint = till.gateway.parseNotification(body);
	if (!hint) return "heard";
	const purchase = await db
		.selectFrom("purchases")
		.select("id")
		.where("gateway", "=", till.gateway.name)
		.where("gateway_id", "=", hint.gatewayId)
		.executeTakeFirst();
	if (!purchase) {
		till.log.info("Уведомление о платеже, которого у нас нет", { payment: hint.gatewayId });
		return "heard";
	}
	await settlePayment(db, till, purchase.id, now);
	return "heard";
}
