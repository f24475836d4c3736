import { randomUUID } from "node:crypto";
import { DAY } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { CHECK_REFUND } from "../payments/payment-context.server.ts";
import { repeatAt } from "../payments/retry-schedule.server.ts";
import type { RefundRow } from "./ask-about-refund.server.ts";

type NewRefund = {
	id: string;
	purchase: { id: string; account_id: string };
	/** Kopecks. */
	amount: number;
	/** Milliseconds of the plan, or messages, that are taken back; 0: the purchase has granted nothing. */
	takes: number;
};

/**
 * Records a refund. Its job sends it a minute later, unless the caller has done so at once: due at the same moment, a
 * server beside would take it from the caller, who could not say what has become of it.
 * @param checkAt when it is sent at the earliest; now, unless given
 */
export async function recordRefund(
	trx: Db,
	{ id, purchase, amount, takes }: NewRefund,
	now: number,
	checkAt = now,
): Promise<void> {
	await trx
		.insertInto("refunds")
		.values({
			id,
			purchase_id: purchase.id,
			account_id: purchase.account_id,
			amount,
			time_taken: takes,
			state: "started",
			check_at: checkAt,
			created_at: now,
		})
		.execute();
	await enqueue(trx, [{ kind: CHECK_REFUND, key: id, dueAt: Math.max(checkAt, repeatAt(now)) }]);
}

/** How long after the payment a refused refund of a purchase that has granted nothing is made anew. */
const REPEATED_FOR = 30 * DAY;

/**
 * Whether a refund is of a purchase that has granted nothing, because its account was deleted or its renewal turned off
 * meanwhile: it takes nothing back.
 */
export const isOfNothing = ({ time_taken }: { time_taken: number }): boolean => time_taken === 0;

/** Whether a refund of nothing granted, refused at this time, is up to the staff. @param paidAt the time of the payment */
export const isGivenUp = (paidAt: number | null, refusedAt: number): boolean =>
	refusedAt - (paidAt ?? 0) >= REPEATED_FOR;

/**
 * Follows the refusal of a refund whose purchase has granted nothing, in its transaction: the money is nobody's but the
 * payer's, so that it is refunded anew a day later, by when the shop may have money again.
 * @returns `given-up`: that was done for long enough
 */
export async function repeatRefused(
	trx: Db,
	{ purchase, amount, created_at }: RefundRow,
	now: number,
): Promise<"repeated-first" | "repeated" | "given-up"> {
	if (isGivenUp(purchase.ended_at, now)) return "given-up";
	await recordRefund(trx, { id: randomUUID(), purchase, amount, takes: 0 }, now, now + DAY);
	// The first is recorded together with the payment.
	return created_at === purchase.ended_at ? "repeated-first" : "repeated";
}
