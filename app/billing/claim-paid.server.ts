import { holdAccount } from "../accounts/hold-account.server.ts";
import type { Db } from "../db/connection.server.ts";
import { together } from "../db/together.server.ts";
import { post } from "../mail/post-office.server.ts";
import { nextCheck } from "./checks.ts";
import type { Payment } from "./gateways/gateway.ts";
import { paidLetter } from "./letters.server.ts";
import type { PurchaseRow } from "./order-of.server.ts";
import type { Plan } from "./plan.ts";
import { grantSubscription } from "./subscriptions.server.ts";
import type { Till } from "./till.ts";

/**
 * Writes down that a purchase is paid. Whoever turns the row gives the plan and posts the letter, in the same
 * transaction; everybody else finds it turned and does nothing.
 */
export async function claimPaid(
	db: Db,
	till: Till,
	row: PurchaseRow,
	payment: Payment,
	now: number,
): Promise<void> {
	const granted = await together(db, async (trx) => {
		await holdAccount(trx, row.account_id);
		const { numUpdatedRows } = await trx
			.updateTable("purchases")
			.set({
				state: "paid",
				gateway_id: payment.gatewayId,
				method: payment.method,
				reason: null,
				receipt_state: payment.receiptState,
				check_at: payment.receiptState === "pending" ? nextCheck(now, now) : null,
				ended_at: now,
			})
			.where("id", "=", row.id)
			.where("state", "in", ["started", "waiting", "expired", "canceled"])
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		await give(trx, till, row, now);
		return true;
	});
	if (granted) till.log.info("Платёж получен", { purchase: row.id, account: row.account_id });
}

async function give(trx: Db, till: Till, row: PurchaseRow, now: number): Promise<void> {
	const account = await trx
		.selectFrom("accounts")
		.select(["email", "state"])
		.where("id", "=", row.account_id)
		.executeTakeFirst();
	const plan: Plan = JSON.parse(row.plan);
	const { until, follows } = await grantSubscription(trx, row.account_id, { plan, purchaseId: row.id }, now);
	const letter = paidLetter(till.sender, account?.email ?? null, {
		plan: plan.title,
		amount: row.amount,
		until,
		follows,
		receiptEmail: till.makesReceipts ? row.receipt_email : null,
	});
	await post(trx, till.sender.office, letter, now);
}
