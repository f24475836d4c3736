import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { PurchasesTable, RefundsTable } from "../../platform/db/tables/billing.ts";
import type { Product } from "../messages/message-package.server.ts";

/** A purchase as its screens show it, with its last refund. */
export type Purchase = {
	id: string;
	/** A plan or messages, as bought, whatever the catalogue contains now. */
	plan: Product;
	/** Kopecks. */
	amount: number;
	/** The number of messages that are bought apart; null: a plan is bought. */
	messages: number | null;
	/** The code that it was made with, and the days that it has added. */
	promo: { code: string; days: number } | null;
	receiptEmail: string;
	/** A charge of a saved card. */
	isRenewal: boolean;
	/** The payer has agreed that the card is saved and the plan renewed. */
	wantsRenewal: boolean;
	gateway: PurchasesTable["gateway"];
	confirmationUrl: string | null;
	method: string | null;
	state: PurchasesTable["state"];
	reason: string | null;
	receiptState: PurchasesTable["receipt_state"];
	createdAt: number;
	endedAt: number | null;
	refund: RefundOf | null;
};

export type RefundOf = Pick<Selectable<RefundsTable>, "id" | "amount" | "state" | "time_taken"> & {
	receiptState: RefundsTable["receipt_state"];
	endedAt: number | null;
};

export type PurchasesPage = {
	/** From 1. Beyond the last page it is the last one. */
	page: number;
	/** Rows per page. */
	rows: number;
	sort: "date" | "sum";
	descending: boolean;
};

/** A page of an account's purchases. @returns the page that was read, and the total number of purchases */
export async function listPurchases(db: Db, accountId: string, input: PurchasesPage) {
	const { total } = await db
		.selectFrom("purchases")
		.select((eb) => eb.fn.countAll<number | string>().as("total"))
		.where("account_id", "=", accountId)
		.executeTakeFirstOrThrow();
	const page = Math.max(1, Math.min(input.page, Math.ceil(Number(total) / input.rows)));
	const order = input.descending ? "desc" : "asc";
	const rows = await db
		.selectFrom("purchases")
		.selectAll()
		.where("account_id", "=", accountId)
		.$if(input.sort === "sum", (query) => query.orderBy("amount", order))
		.orderBy("created_at", order)
		.orderBy("id", order)
		.limit(input.rows)
		.offset((page - 1) * input.rows)
		.execute();
	return { page, total: Number(total), purchases: await withRefunds(db, rows) };
}

/** One purchase of this account; undefined for another account's, as for none. */
export async function readPurchase(
	db: Db,
	accountId: string,
	purchaseId: string,
): Promise<Purchase | undefined> {
	const rows = await db
		.selectFrom("purchases")
		.selectAll()
		.where("account_id", "=", accountId)
		.where("id", "=", purchaseId)
		.execute();
	return (await withRefunds(db, rows)).at(0);
}

async function withRefunds(db: Db, rows: Selectable<PurchasesTable>[]): Promise<Purchase[]> {
	if (rows.length === 0) return [];
	const refunds = await db
		.selectFrom("refunds")
		.selectAll()
		.where(
			"purchase_id",
			"in",
			rows.map(({ id }) => id),
		)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	// The later overwrites the earlier: a refused one may have been requested again.
	const last = new Map(refunds.map((refund) => [refund.purchase_id, refund]));
	return rows.map((row) => toPurchase(row, last.get(row.id)));
}

function toPurchase(row: Selectable<PurchasesTable>, refund: Selectable<RefundsTable> | undefined): Purchase {
	return {
		id: row.id,
		plan: JSON.parse(row.plan),
		amount: row.amount,
		messages: row.messages,
		promo: row.promo_code === null ? null : { code: row.promo_code, days: row.promo_days ?? 0 },
		receiptEmail: row.receipt_email,
		isRenewal: row.kind === "renewal",
		wantsRenewal: row.renewal_consent_id !== null,
		gateway: row.gateway,
		confirmationUrl: row.confirmation_url,
		method: row.method,
		state: row.state,
		reason: row.reason,
		receiptState: row.receipt_state,
		createdAt: row.created_at,
		endedAt: row.ended_at,
		refund: refund
			? {
					id: refund.id,
					amount: refund.amount,
					state: refund.state,
					time_taken: refund.time_taken,
					receiptState: refund.receipt_state,
					endedAt: refund.ended_at,
				}
			: null,
	};
}
