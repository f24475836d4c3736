import { actOnPerson } from "../../accounts/staff/act-on-person.server.ts";
import type { Actor } from "../../accounts/staff/journal.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import {
	isRecorded,
	type RefundRequested,
	recordRequest,
	sendRefund,
} from "../refunds/refund-purchase.server.ts";
import { rublesAndKopecks } from "../rubles.server.ts";

/** Staff proves itself anew for each refund of this sum, in kopecks, or more. */
export const LARGE_REFUND = 500_000;

/**
 * Refunds somebody's purchase, as `requestRefund`, and writes it into the journal in the transaction that records it.
 * @param refundId chosen by the form, so that a repeat is the same refund
 */
export async function refundAsStaff(
	db: Db,
	paymentContext: PaymentContext,
	{ purchaseId, refundId, reason }: { purchaseId: string; refundId: string; reason: string },
	actor: Actor,
	at?: number,
): Promise<RefundRequested | { outcome: "forbidden" }> {
	const now = at ?? (await readDatabaseTime(db));
	const purchase = await db
		.selectFrom("purchases")
		.select("account_id")
		.where("id", "=", purchaseId)
		.executeTakeFirst();
	if (!purchase) return { outcome: "no-such-purchase" };
	const accountId = purchase.account_id;
	let recorded: Awaited<ReturnType<typeof recordRequest>> = { outcome: "nothing-to-refund" };
	const record = async (trx: Db) => {
		recorded = await recordRequest(trx, paymentContext, accountId, { purchaseId, refundId }, now);
		return recorded.outcome === "recorded" ? recorded.amount : null;
	};
	const effect = (amount: number) => ({ after: `${rublesAndKopecks(amount)}, ${purchaseId}` });
	const act = { act: "payment-refunded", accountId, reason, right: "refunds", effect } as const;
	const acted = await actOnPerson(db, actor, act, record, now);
	if (acted.outcome !== "done" && acted.outcome !== "unchanged") return { outcome: "forbidden" };
	return isRecorded(recorded) ? sendRefund(db, paymentContext, refundId, now) : recorded;
}
