import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import type { Payment } from "../gateways/gateway.ts";
import { endPurchase } from "./end-purchase.server.ts";
import { orderOf, type PurchaseRow } from "./order-of.server.ts";
import { CHECK_PAYMENT, type PaymentContext } from "./payment-context.server.ts";
import { nextCheck, repeatAt, repeatCreationAt } from "./retry-schedule.server.ts";
import { sendCharge } from "./send-charge.server.ts";

const HOUR = 3_600_000;

/**
 * Creates a payment at the gateway, or repeats the creation with the same key, and stores the result. The row's `check_at`
 * is when the next call may be made: it is set before this one.
 * @returns "refused" when the gateway does not take the order and the purchase has ended; undefined when the outcome
 * is unknown
 */
export async function createAtGateway(
	db: Db,
	paymentContext: PaymentContext,
	row: PurchaseRow,
	now: number,
): Promise<Payment | "refused" | undefined> {
	const answer =
		row.kind === "renewal"
			? await sendCharge(db, paymentContext, row, now)
			: await paymentContext.gateway.create(orderOf(row, paymentContext.sender));
	if (answer === "unsent") {
		await endPurchase(db, paymentContext, row, { state: "expired", reason: null, check_at: null }, now);
		return "refused";
	}
	if (answer === "unreadable-card") {
		paymentContext.log.error("Сохранённую карту не прочитать: сменился SESSION_SECRET? Просим другую", {
			purchase: row.id,
		});
		const how = { state: "canceled", reason: "unreadable_card", check_at: null } as const;
		await endPurchase(db, paymentContext, row, how, now);
		return "refused";
	}
	if (answer === "no-model" || answer === "too-late") {
		const why = answer === "no-model" ? { reason: answer } : {};
		await repeatLater(db, row, { check_at: repeatAt(now, HOUR), ...why });
		return undefined;
	}
	if (!("outcome" in answer)) {
		await adopt(db, row, answer, now);
		return answer;
	}
	const { outcome, detail } = answer;
	if (outcome === "unclear") {
		paymentContext.log.warn("Создание платежа без ясного ответа, повторим с тем же ключом", {
			purchase: row.id,
			detail,
		});
		const { retryAfterMs } = answer;
		// The caller has set when it is repeated. What kept an earlier call from being sent does not tell how this one ends.
		const next = retryAfterMs === undefined ? {} : { check_at: repeatUnclearAt(row, now, retryAfterMs) };
		await repeatLater(db, row, { reason: null, ...next });
		return undefined;
	}
	if (outcome === "misconfigured" && row.kind === "renewal") {
		await waitForSettings(db, paymentContext, row, detail, now);
		return undefined;
	}
	paymentContext.log.error("Платёжная система не принимает наши заказы", { purchase: row.id, detail });
	// Even if an earlier try has created a payment, nobody got its payment page.
	const how = { state: "canceled", reason: "misconfigured", check_at: null } as const;
	return (await endPurchase(db, paymentContext, row, how, now)) ? "refused" : undefined;
}

/** As the gateway asks. A charge no sooner than planned: it is searched for each time, and for days. */
function repeatUnclearAt(row: PurchaseRow, now: number, retryAfterMs: number): number {
	const asked = repeatAt(now, retryAfterMs);
	return row.kind === "renewal" ? Math.max(asked, repeatCreationAt(row, now)) : asked;
}

const repeatLater = (
	db: Db,
	{ id }: PurchaseRow,
	set: { check_at?: number; reason?: string | null },
): Promise<unknown> =>
	db
		.updateTable("purchases")
		.set(set)
		.where("id", "=", id)
		.where("state", "=", "started")
		.where("check_at", "is not", null)
		.execute();

/** The person can do nothing about it: the attempt is not lost, and goes on when the settings are mended. */
async function waitForSettings(
	db: Db,
	{ log }: PaymentContext,
	{ id }: PurchaseRow,
	detail: string,
	now: number,
): Promise<void> {
	const waiting = db
		.updateTable("purchases")
		.set({ check_at: repeatAt(now, HOUR) })
		.where("id", "=", id)
		.where("state", "=", "started");
	const first = await waiting
		.set({ reason: "misconfigured" })
		.where((eb) => eb.or([eb("reason", "is", null), eb("reason", "<>", "misconfigured")]))
		.executeTakeFirst();
	if (first.numUpdatedRows > 0n)
		log.error("Платёжная система не даёт списывать с сохранённых карт: договоритесь с ней об автоплатежах", {
			purchase: id,
			detail,
		});
	else await waiting.execute();
}

/** Stores the gateway's id and payment page of a purchase. It settles nothing. */
export async function adopt(db: Db, { id }: PurchaseRow, payment: Payment, now: number): Promise<void> {
	const check_at = nextCheck(now, now);
	await transact(db, async (trx) => {
		const { numUpdatedRows } = await trx
			.updateTable("purchases")
			.set({
				state: "waiting",
				gateway_id: payment.gatewayId,
				confirmation_url: payment.confirmationUrl,
				check_at,
			})
			.where("id", "=", id)
			.where("gateway_id", "is", null)
			.where("state", "in", ["started", "expired"])
			.executeTakeFirst();
		// An expired purchase may have had its last check.
		if (numUpdatedRows > 0n && check_at !== null)
			await enqueue(trx, [{ kind: CHECK_PAYMENT, key: id, dueAt: check_at }]);
	});
}
