import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { returnUse } from "../promo-codes/promo-uses.server.ts";
import { chargeFailed } from "../renewals/settle-charge.server.ts";
import type { PurchaseRow } from "./order-of.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";

/** The end of a purchase without money. `expired` is our own conclusion. */
export type EndOfPurchase = { state: "canceled" | "expired"; reason: string | null; check_at?: null };

/**
 * Ends an open purchase; its promo code is given back, and its renewal, of a charge, goes on, in the same transaction. An end that was written
 * concurrently stays.
 * @returns whether this call has ended it
 */
export async function endPurchase(
	db: Db,
	paymentContext: PaymentContext,
	row: PurchaseRow,
	how: EndOfPurchase,
	now: number,
): Promise<boolean> {
	const isRenewal = row.kind === "renewal";
	if (!isRenewal && row.promo_code === null) return end(db, row, how, now);
	return transact(db, async (trx) => {
		await lockRow(trx, "accounts", row.account_id);
		if (!(await end(trx, row, how, now))) return false;
		await returnUse(trx, row.id);
		if (!isRenewal) return true;
		// A charge that we expired ourselves is treated as a time-out of the gateway.
		await chargeFailed(
			trx,
			paymentContext,
			row,
			how.state === "expired" ? "internal_timeout" : how.reason,
			now,
		);
		return true;
	});
}

async function end(db: Db, { id }: PurchaseRow, how: EndOfPurchase, now: number): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("purchases")
		.set({ ...how, ended_at: now })
		.where("id", "=", id)
		.where(
			"state",
			"in",
			how.state === "expired" ? ["started", "waiting"] : ["started", "waiting", "expired"],
		)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
