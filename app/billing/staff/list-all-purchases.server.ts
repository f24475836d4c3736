import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { emailsFrom } from "../../accounts/staff/shown-email.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { likely } from "../../platform/db/likely.server.ts";
import type { PurchasesTable } from "../../platform/db/tables/billing.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Role } from "../../platform/http/context.server.ts";
import type { Plan } from "../plans/plan.server.ts";

export const PURCHASES_PER_PAGE = 50;
/** The payments of so many people are looked for at most: a search for one letter would read all of them. */
export const MOST_PAYERS = 200;
/** Counted and summed exactly up to here. */
export const PURCHASES_COUNTED = 10_000;

/** The filter of all purchases; every condition may be missing. */
export type PurchaseFilter = {
	search?: PurchaseSearch | undefined;
	/** Milliseconds; from this moment, and before that one. */
	from?: number | undefined;
	before?: number | undefined;
	state?: PurchasesTable["state"] | undefined;
	receipt?: "pending" | "canceled" | undefined;
	/** Only what was paid through this gateway, refunded since or not; moments are of the payment, not of the order. */
	paidThrough?: PurchasesTable["gateway"] | undefined;
};

/** A purchase in the operator's list. */
export type ListedPurchase = {
	id: string;
	accountId: string;
	/** Null: the account is deleted. */
	email: string | null;
	name: string | null;
	plan: Plan;
	isRenewal: boolean;
	/** Kopecks. */
	amount: number;
	method: string | null;
	state: PurchasesTable["state"];
	receiptState: PurchasesTable["receipt_state"];
	gateway: PurchasesTable["gateway"];
	gatewayId: string | null;
	/** When it was ordered; of a filter by `paidThrough` when it was paid. */
	at: number;
};

export type PurchaseTotals = {
	/** Purchases of the filter; at most `PURCHASES_COUNTED` and one. */
	count: number;
	/** Paid, without what went back, in kopecks; null where there are too many to sum. */
	sum: number | null;
	refunded: number;
};

type Wanted = SelectQueryBuilder<Tables, "purchases", object>;

/**
 * A page of all purchases, the newest first. It goes on from a purchase, so a page costs the same wherever it is.
 * @param after the last purchase of the page before; one that is gone begins anew
 * @returns `next`: the id to go on from; null: this is the last page
 */
export async function listAllPurchases(
	db: Db,
	filter: PurchaseFilter,
	{ after = "", rows = PURCHASES_PER_PAGE }: { after?: string; rows?: number } = {},
): Promise<{ purchases: ListedPurchase[]; next: string | null }> {
	const moment = momentOf(filter);
	const column = `purchases.${moment}` as const;
	const last = after
		? await db
				.selectFrom("purchases")
				.select(["id", "created_at", "ended_at"])
				.where("id", "=", after)
				.executeTakeFirst()
		: undefined;
	let page = wanted(db, filter);
	const lastAt = last?.[moment] ?? null;
	if (last && lastAt !== null)
		page = page.where(({ eb, refTuple, tuple }) =>
			eb(refTuple(column, "purchases.id"), "<", tuple<number | null, string>(Number(lastAt), last.id)),
		);
	const found = await page
		.leftJoin("accounts", "accounts.id", "purchases.account_id")
		.selectAll("purchases")
		.select(["accounts.email", "accounts.name"])
		.orderBy(column, "desc")
		.orderBy("purchases.id", "desc")
		.limit(rows + 1)
		.execute();
	const purchases = found.slice(0, rows).map((row) => ({
		id: row.id,
		accountId: row.account_id,
		email: row.email,
		name: row.name,
		plan: JSON.parse(row.plan) as Plan,
		isRenewal: row.kind === "renewal",
		amount: row.amount,
		method: row.method,
		state: row.state,
		receiptState: row.receipt_state,
		gateway: row.gateway,
		gatewayId: row.gateway_id,
		at: Number(row[moment]),
	}));
	return { purchases, next: found.length > rows ? (purchases.at(-1)?.id ?? null) : null };
}

/**
 * Whether a purchase was paid through a gateway, refunded since or not, in the words of the partial indexes. That both are
 * likely keeps SQLite from reading everything of a gateway or of a state.
 */
export const isPaidThrough = (db: Db, gateway: PurchasesTable["gateway"]): RawBuilder<boolean> =>
	sql<boolean>`${likely(db, sql<boolean>`purchases.state in ('paid', 'refunded')`)}
		and ${likely(db, sql<boolean>`purchases.gateway = ${gateway}`)}`;

/** What a purchase has brought, in kopecks: a refund may be of a part. */
const kept = sql<number>`case
	when purchases.state = 'paid' then purchases.amount
	when purchases.state = 'refunded' then purchases.amount - (
		select coalesce(sum(refunds.amount), 0) from refunds
		where refunds.purchase_id = purchases.id and refunds.state = 'done')
	else 0 end`;

/** How many purchases a filter finds, and what they have brought. */
export async function sumPurchases(db: Db, filter: PurchaseFilter): Promise<PurchaseTotals> {
	const counted = wanted(db, filter)
		.select("purchases.state")
		.select(kept.as("kept"))
		.limit(PURCHASES_COUNTED + 1)
		.as("counted");
	const total = await db
		.selectFrom(counted)
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.select(sql<number | string>`coalesce(sum(kept), 0)`.as("sum"))
		.select(
			sql<number | string>`coalesce(sum(case when state = 'refunded' then 1 else 0 end), 0)`.as("refunded"),
		)
		.executeTakeFirstOrThrow();
	const count = Number(total.count);
	return {
		count,
		sum: count > PURCHASES_COUNTED ? null : Number(total.sum),
		refunded: Number(total.refunded),
	};
}

/** The query of the search box: purchases of these accounts, or with this id, here or at the gateway. */
export type PurchaseSearch = { accountIds: string[]; id: string };

/**
 * Reads what was typed into the search box: the beginning of an e-mail, or the id of an account or a purchase.
 * @param role of the person who searches: an e-mail that they see masked is not found by its parts
 * @returns `isTooWide`: more people than `MOST_PAYERS` were found, and only the first are looked at
 */
export async function searchPurchases(
	db: Db,
	typed: string,
	role: Role,
): Promise<{ search: PurchaseSearch; isTooWide: boolean }> {
	const range = emailsFrom(typed, role);
	if (!range) return { search: { accountIds: [typed], id: typed }, isTooWide: false };
	// Bytes decide in both databases; the index of PostgreSQL is made for it.
	const email = isPostgres(db) ? sql<string>`email collate "C"` : sql<string>`email`;
	const rows = await db
		.selectFrom("accounts")
		.select("id")
		.where(email, ">=", range.from)
		.where(email, "<", range.before)
		.orderBy(email)
		.limit(MOST_PAYERS + 1)
		.execute();
	const ids = rows.slice(0, MOST_PAYERS).map(({ id }) => id);
	return { search: { accountIds: [...ids, typed], id: typed }, isTooWide: rows.length > MOST_PAYERS };
}

/** The moment that a filter is about, and that its purchases are ordered by. */
const momentOf = ({ paidThrough }: PurchaseFilter) => (paidThrough ? "ended_at" : "created_at");

function wanted(db: Db, filter: PurchaseFilter): Wanted {
	const { search, from, before, state, receipt, paidThrough } = filter;
	const column = `purchases.${momentOf(filter)}` as const;
	let query: Wanted = db.selectFrom("purchases");
	if (paidThrough) query = query.where(isPaidThrough(db, paidThrough));
	if (search)
		query = query.where((eb) =>
			eb.or([
				eb("purchases.account_id", "in", search.accountIds),
				eb("purchases.id", "=", search.id),
				// The index begins with the gateway.
				eb.and([
					eb("purchases.gateway", "in", ["yookassa", "sandbox"]),
					eb("purchases.gateway_id", "=", search.id),
				]),
			]),
		);
	if (from !== undefined) query = query.where(column, ">=", from);
	if (before !== undefined) query = query.where(column, "<", before);
	if (state) {
		const isState = sql<boolean>`purchases.state = ${state}`;
		// The index of states has the order of orders.
		query = query.where(paidThrough ? likely(db, isState) : isState);
	}
	if (receipt)
		query = query
			.where("purchases.receipt_state", "=", receipt)
			// Says nothing new, but chooses the partial index, whose condition this is.
			.where(sql<boolean>`purchases.receipt_state in ('pending', 'canceled')`);
	return query;
}
