import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { PurchasesTable, RefundsTable, SubscriptionsTable } from "../../platform/db/tables/billing.ts";

/** All that is known of a purchase. */
export type PurchaseStory = {
	purchase: Selectable<PurchasesTable>;
	/** The oldest first. */
	refunds: Selectable<RefundsTable>[];
	/** The paid time that it has given, as it is now; undefined: none. */
	subscription: Selectable<SubscriptionsTable> | undefined;
};

/** Reads a purchase of anybody; undefined: there is none. */
export async function readStory(db: Db, id: string): Promise<PurchaseStory | undefined> {
	const purchase = await db.selectFrom("purchases").selectAll().where("id", "=", id).executeTakeFirst();
	if (!purchase) return undefined;
	const refunds = await db
		.selectFrom("refunds")
		.selectAll()
		.where("purchase_id", "=", id)
		.orderBy("created_at")
		.orderBy("id")
		.limit(MOST_REFUNDS)
		.execute();
	const subscription = await db
		.selectFrom("subscriptions")
		.selectAll()
		// The index is by account.
		.where("account_id", "=", purchase.account_id)
		.where("purchase_id", "=", id)
		.executeTakeFirst();
	return { purchase, refunds, subscription };
}

/** One at a time may be open; each refused one was asked for by hand, or is one of a month's days. */
const MOST_REFUNDS = 100;
