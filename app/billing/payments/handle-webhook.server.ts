import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { refundUnderWay, settleRefund } from "../refunds/settle-refund.server.ts";
import { adopt } from "./create-at-gateway.server.ts";
import { mayAskGateway } from "./gateway-throttle.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const DAY = 86_400_000;

/**
 * Handles a webhook of the gateway. It is only a reason to ask: nothing of the body is trusted but the id to ask
 * about. It needs no session and has no secret, so the gateway is asked only so often.
 * @returns `handled`, also when it was about no purchase of ours; `not-now` when the gateway could not be asked, and
 * should call again
 */
export async function handleWebhook(
	db: Db,
	paymentContext: PaymentContext,
	body: string,
	at?: number,
): Promise<"handled" | "not-now"> {
	const event = paymentContext.gateway.parseNotification(body);
	if (!event) return "handled";
	const now = at ?? (await readDatabaseTime(db));
	const found =
		(await findByGateway(db, paymentContext, event.gatewayId)) ??
		(await recognise(db, paymentContext, event.gatewayId, now));
	if (found === "not-now") return "not-now";
	if (!found) {
		paymentContext.log.info("Уведомление о платеже, которого у нас нет", { payment: event.gatewayId });
		return "handled";
	}
	const { id: purchaseId } = found;
	const payment = await settlePayment(db, paymentContext, purchaseId, now, { isThrottled: true });
	const refund = await refundUnderWay(db, purchaseId);
	// One that waits for its time, a refused one for its next day, is sent by its job: until then nothing can be learnt.
	const isAsked = refund !== undefined && (refund.gateway_id !== null || (refund.check_at ?? now) <= now);
	if (isAsked && !(await mayAskGateway(db, found, now))) return "not-now";
	const settled = isAsked ? await settleRefund(db, paymentContext, refund.id, now) : undefined;
	if (event.kind === "refund" && payment.outcome === "paid" && !refund) {
		// Refunded in the gateway's own console: the operator decides about the plan.
		paymentContext.log.warn("Деньги вернули мимо нас, тариф остался", { purchase: purchaseId });
	}
	const unanswered = [payment.outcome, settled?.outcome].includes("checking");
	return unanswered ? "not-now" : "handled";
}

type Found = { id: string; account_id: string };

async function findByGateway(
	db: Db,
	{ gateway }: PaymentContext,
	gatewayId: string,
): Promise<Found | undefined> {
	return db
		.selectFrom("purchases")
		.select(["id", "account_id"])
		.where("gateway", "=", gateway.name)
		.where("gateway_id", "=", gatewayId)
		.executeTakeFirst();
}

/**
 * A payment with an unknown id may belong to a creation without a result yet. The gateway is asked only while there
 * is such a purchase, so that forged webhooks cost only a query of our own table.
 */
async function recognise(
	db: Db,
	paymentContext: PaymentContext,
	gatewayId: string,
	now: number,
): Promise<Found | undefined | "not-now"> {
	const nameless = db
		.selectFrom("purchases")
		.selectAll()
		.where("gateway", "=", paymentContext.gateway.name)
		.where("gateway_id", "is", null)
		.where("state", "in", ["started", "expired"])
		.where("created_at", ">", now - DAY);
	if (!(await nameless.limit(1).executeTakeFirst())) return undefined;
	if (!(await mayAskGateway(db, null, now))) return "not-now";
	const payment = await paymentContext.gateway.read(gatewayId);
	if (payment === "unknown") return undefined;
	if ("outcome" in payment) return "not-now";
	if (payment.orderId === null) return undefined;
	const row = await nameless.where("id", "=", payment.orderId).executeTakeFirst();
	if (row) await adopt(db, row, payment, now);
	return row;
}
