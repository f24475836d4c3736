import type { Db } from "../../platform/db/connection.server.ts";
import { databaseTime } from "../../platform/db/database-clock.server.ts";
import type { Payment } from "../gateways/gateway.ts";
import { claimPaid } from "./claim-paid.server.ts";
import { createAtGateway } from "./create-at-gateway.server.ts";
import { endPurchase } from "./end-purchase.server.ts";
import { mayAskGateway } from "./gateway-throttle.server.ts";
import { moveCheck } from "./move-check.server.ts";
import type { PurchaseRow } from "./order-of.server.ts";
import { OUR_REASONS, type PaymentContext } from "./payment-context.server.ts";
import { CREATION_TRIED_FOR_MS, EXPIRES_AFTER_MS, repeatCreationAt } from "./retry-schedule.server.ts";

/**
 * The status of a purchase. `waiting`: waits for the payer. `checking`: the gateway could not be asked, or does not
 * know itself yet. The other words are final; `expired` may still turn into `paid`.
 */
export type Settled = {
	outcome: "paid" | "refunded" | "canceled" | "expired" | "waiting" | "checking" | "no-such-purchase";
};

/**
 * Asks the gateway for a payment's state and applies it to the purchase: the only writer of `paid`. Any trigger, any
 * number of times, in any order, on any number of servers: the plan is granted once.
 * @param options `isThrottled`: anybody can repeat the trigger at will; past the limit the gateway is not asked
 */
export async function settlePayment(
	db: Db,
	paymentContext: PaymentContext,
	purchaseId: string,
	at?: number,
	{ isThrottled = false } = {},
): Promise<Settled> {
	const found = await find(db, purchaseId);
	if (!found) return { outcome: "no-such-purchase" };
	const { read_at: readAt, ...row } = found;
	const now = at ?? readAt;
	// A purchase at another gateway, from before the settings were changed: there is nothing to ask.
	if (!isOpen(row) || row.gateway !== paymentContext.gateway.name) return paymentStatus(row);
	const payment = await ask(db, paymentContext, row, now, isThrottled);
	const settled = payment && (await applyGatewayState(db, paymentContext, row, payment, now));
	if (settled) return settled;
	if (!payment) await giveUpCreation(db, paymentContext, row, now);
	const after = (await find(db, purchaseId)) ?? row;
	return !payment && isOpen(after) && after.gateway_id !== null
		? { outcome: "checking" }
		: paymentStatus(after);
}

/** With the database's time, which is read in the same round trip. */
const find = (db: Db, id: string) =>
	db
		.selectFrom("purchases")
		.selectAll()
		.select(databaseTime(db).as("read_at"))
		.where("id", "=", id)
		.executeTakeFirst();

const paymentStatus = ({ state }: PurchaseRow): Settled => ({
	outcome: state === "started" ? "checking" : state,
});

/** Whether the gateway may have a newer state. Payments that the application ended itself are asked about again. */
function isOpen({ state, reason, receipt_state }: PurchaseRow): boolean {
	if (state === "canceled") return OUR_REASONS.some((ours) => ours === reason);
	return state !== "refunded" && (state !== "paid" || receipt_state === "pending");
}

async function ask(
	db: Db,
	paymentContext: PaymentContext,
	row: PurchaseRow,
	now: number,
	isThrottled: boolean,
): Promise<Payment | undefined> {
	if (row.gateway_id === null) {
		const isOld = now - row.created_at >= CREATION_TRIED_FOR_MS;
		// An expired key would create a second payment; a charge is looked for first.
		if (row.state !== "started" || (isOld && row.kind !== "renewal")) return undefined;
		if (!(await moveCheck(db, "purchases", row, repeatCreationAt(row, now), now))) return undefined;
		const created = await createAtGateway(db, paymentContext, row, now);
		return created === "refused" ? undefined : created;
	}
	if (isThrottled && !(await mayAskGateway(db, row, now))) return undefined;
	const answer = await paymentContext.gateway.read(row.gateway_id);
	if (answer === "unknown") {
		paymentContext.log.error("Платёжная система не знает платежа, который создала. Не сменился ли магазин?", {
			purchase: row.id,
			payment: row.gateway_id,
		});
		return undefined;
	}
	if (!("outcome" in answer)) return answer;
	const level = answer.outcome === "misconfigured" ? "error" : "warn";
	paymentContext.log[level]("Не удалось спросить о платеже", { purchase: row.id, detail: answer.detail });
	return undefined;
}

/** @returns the status, where this call has written it; undefined: it is to be read */
async function applyGatewayState(
	db: Db,
	paymentContext: PaymentContext,
	row: PurchaseRow,
	payment: Payment,
	now: number,
): Promise<Settled | undefined> {
	switch (payment.state) {
		case "paid": {
			const problem = validatePayment(paymentContext, row, payment);
			if (problem) await refuseToGrant(db, paymentContext, row, payment, problem, now);
			else if (row.state === "paid") await storeReceipt(db, row, payment);
			else if (await claimPaid(db, paymentContext, row, payment, now)) return { outcome: "paid" };
			return;
		}
		case "canceled":
			await endPurchase(
				db,
				paymentContext,
				row,
				{ state: "canceled", reason: payment.reason, check_at: null },
				now,
			);
			return;
		case "waiting":
			// Nobody has to pay a charge: the bank takes its time.
			if (row.kind === "renewal" || now - row.created_at < EXPIRES_AFTER_MS) return;
			await endPurchase(db, paymentContext, row, { state: "expired", reason: null }, now);
	}
}

/** Why a payment that the gateway reports as paid grants nothing: it does not match the order, or is test money. */
function validatePayment(
	paymentContext: PaymentContext,
	row: PurchaseRow,
	payment: Payment,
): "mismatch" | "test_payment" | undefined {
	const { gatewayId, orderId, amount, currency, test } = payment;
	const isOurs = row.gateway_id === null || gatewayId === row.gateway_id;
	if (!isOurs || (orderId !== null && orderId !== row.id)) return "mismatch";
	if (amount !== row.amount || currency !== "RUB") return "mismatch";
	return test && !paymentContext.takesTestMoney ? "test_payment" : undefined;
}

async function refuseToGrant(
	db: Db,
	paymentContext: PaymentContext,
	row: PurchaseRow,
	payment: Payment,
	problem: "mismatch" | "test_payment",
	now: number,
): Promise<void> {
	const { gatewayId, orderId, amount, currency, test } = payment;
	paymentContext.log.error(
		"Платёж прошёл, но это не то, что мы заказывали. Тариф не выдан, разберитесь в кабинете",
		{
			purchase: row.id,
			expected: `${row.amount} RUB`,
			payment: { gatewayId, orderId, amount, currency, test },
		},
	);
	await endPurchase(db, paymentContext, row, { state: "canceled", reason: problem, check_at: null }, now);
}

async function giveUpCreation(
	db: Db,
	paymentContext: PaymentContext,
	row: PurchaseRow,
	now: number,
): Promise<void> {
	// A charge that got no answer may have been executed: `sendCharge` ends it once it is sure.
	if (row.kind === "renewal") return;
	if (row.gateway_id !== null || now - row.created_at < CREATION_TRIED_FOR_MS) return;
	await endPurchase(db, paymentContext, row, { state: "expired", reason: null, check_at: null }, now);
}

async function storeReceipt(db: Db, { id }: PurchaseRow, { receiptState }: Payment): Promise<void> {
	await db
		.updateTable("purchases")
		.set({ receipt_state: receiptState, ...(receiptState !== "pending" && { check_at: null }) })
		.where("id", "=", id)
		.where("state", "=", "paid")
		.execute();
}
