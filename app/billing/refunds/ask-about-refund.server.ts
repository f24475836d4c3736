import type { Db } from "../../platform/db/connection.server.ts";
import type { Refund, Refusal, Trouble } from "../gateways/gateway.ts";
import { orderOf } from "../payments/order-of.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import { hasStoodStill, repeatAt } from "../payments/retry-schedule.server.ts";

const HOUR = 3_600_000;

/** A refund with its purchase. */
export type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefundRow>>>;

export async function findRefundRow(db: Db, id: string) {
	const refund = await db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirst();
	if (!refund) return undefined;
	const purchase = await db
		.selectFrom("purchases")
		.selectAll()
		.where("id", "=", refund.purchase_id)
		.executeTakeFirstOrThrow();
	return { ...refund, purchase };
}

/** The gateway's state of a refund; of one that it refuses to create there is only the refusal. */
export type RefundAnswer = Refund | (Pick<Refund, "state" | "reason"> & Partial<Refund>);

/** @returns undefined when the outcome is unknown */
export async function askAboutRefund(
	db: Db,
	paymentContext: PaymentContext,
	row: RefundRow,
	now: number,
): Promise<RefundAnswer | undefined> {
	const answer = await (row.gateway_id === null
		? send(paymentContext, row, now)
		: paymentContext.gateway.readRefund(row.gateway_id));
	if (answer === "unknown") {
		paymentContext.log.error("Платёжная система не знает возврата, который приняла", { refund: row.id });
		return undefined;
	}
	if (!("outcome" in answer)) {
		if (answer.amount === row.amount) return answer;
		paymentContext.log.error("Платёжная система вернула не столько, сколько просили", {
			refund: row.id,
			expected: row.amount,
			amount: answer.amount,
		});
		return answer;
	}
	const { outcome, detail } = answer;
	const level = outcome === "unclear" ? "warn" : "error";
	paymentContext.log[level]("Возврат не отправлен или без ясного ответа", {
		refund: row.id,
		outcome,
		detail,
	});
	if (outcome === "unclear" && answer.retryAfterMs) await repeatLater(db, row, now, answer.retryAfterMs);
	// With a wrong key an earlier try may have been executed: it counts as refused only when the gateway says so.
	return outcome === "refused" ? { state: "refused", reason: "misconfigured" } : undefined;
}

async function repeatLater(
	db: Db,
	{ id, created_at }: RefundRow,
	now: number,
	retryAfterMs: number,
): Promise<void> {
	const asked = repeatAt(now, retryAfterMs);
	let open = db
		.updateTable("refunds")
		.set({ check_at: asked })
		.where("id", "=", id)
		.where("state", "in", ["started", "waiting"]);
	// A refund is never given up: sooner than planned it would be repeated each second for ever.
	if (now - created_at >= HOUR) open = open.where("check_at", "<", asked);
	await open.execute();
}

/**
 * With the same key as long as the gateway honours it; after that a refund is repeated only if it was not executed.
 */
async function send(
	{ gateway, sender }: PaymentContext,
	row: RefundRow,
	now: number,
): Promise<Refund | Refusal | Trouble> {
	const { purchase } = row;
	const gatewayId = purchase.gateway_id ?? "";
	const find = () => gateway.findRefund(gatewayId, { id: row.id, amount: row.amount, since: row.created_at });
	const askedAt = Date.now();
	if (now - row.created_at >= gateway.keyLivesMs) {
		const found = await find();
		if (found !== "unknown") return found;
	}
	if (hasStoodStill(askedAt)) return { outcome: "unclear", detail: "the search for it is of long ago" };
	const { description, receiptEmail } = orderOf(purchase, sender);
	const refund = { id: row.id, amount: row.amount };
	const hasReceipt = purchase.receipt_state !== null;
	const payment = { gatewayId, amount: purchase.amount, receiptEmail, hasReceipt, description };
	const answer = await gateway.refund(payment, refund);
	if (!("outcome" in answer) || answer.outcome !== "refused") return answer;
	// An earlier sending may have been executed: one that differs from it by the name of the service is refused.
	const made = await find();
	return made === "unknown" ? answer : made;
}
