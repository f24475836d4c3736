import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { RenewalsTable } from "../../platform/db/tables/billing.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Role } from "../../platform/http/context.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { plansOnOffer } from "../plans/plans.server.ts";
import { willEndFor } from "../renewals/renewal.server.ts";
import { STUCK_MS, TOLD_BEFORE } from "../renewals/renewal-times.server.ts";
import { searchPurchases } from "./list-all-purchases.server.ts";
import { payersOf } from "./search-people.server.ts";

export const RENEWALS_PER_PAGE = 50;
/** Counted and summed exactly up to here. */
export const RENEWALS_COUNTED = 10_000;

/**
 * The next step of a renewal, for staff. `waits` for its day; `postponed`: the e-mail about the charge was not sent
 * in time, another day is told; `charging`: the bank is asked; `stuck`: it has not answered for an hour; `retrying`;
 * `paused`: waits for another card; `off`.
 */
export const RENEWAL_STATUSES = [
	"waits",
	"postponed",
	"charging",
	"stuck",
	"retrying",
	"paused",
	"off",
] as const;
export type RenewalStatus = (typeof RENEWAL_STATUSES)[number];

/** The state that a row of a status has, which an index begins with. */
const STATE_OF: Record<Exclude<RenewalStatus, "postponed">, RenewalsTable["state"]> = {
	waits: "on",
	charging: "charging",
	stuck: "charging",
	retrying: "retrying",
	paused: "paused",
	off: "off",
};

/** The filter of all renewals. Without a condition: those that are not off. */
export type RenewalFilter = {
	status?: RenewalStatus | undefined;
	/** Accounts that a search has found; those whose renewal is off are among them. */
	accountIds?: string[] | undefined;
};

/** A renewal in the operator's list. Nothing that could charge a card is in it. */
export type ListedRenewal = {
	id: string;
	accountId: string;
	/** Null: the account is deleted. */
	email: string | null;
	name: string | null;
	plan: Plan;
	/** Kopecks of the next charge. */
	amount: number;
	/** «Карта •• 4477»; null: it is unlinked. */
	card: string | null;
	status: RenewalStatus;
	/** Why its next step will turn it off, and charge nothing; null: it will not. */
	ends: "price" | "plan-gone" | null;
	/** The gateway's reason of the last refusal; when off, why. */
	reason: string | null;
	/** Charges made for this period. */
	attempt: number;
	paidUntil: number;
	/** The charge that was told of, or is to be told of; null: not told yet. */
	chargeAt: number | null;
	/** Whether the e-mail about the charge was written, and when the mail server took it. */
	isNoticed: boolean;
	toldAt: number | null;
	/** When something is done next; null: nothing. */
	nextAt: number | null;
	/** The last charge of this period. */
	purchaseId: string | null;
	createdAt: number;
	changedAt: number;
};

export type RenewalTotals = {
	/** Renewals of the filter; at most `RENEWALS_COUNTED` and one. */
	count: number;
	/** Kopecks that are to be charged next; null where there are too many to sum. */
	sum: number | null;
};

type Wanted = SelectQueryBuilder<Tables, "renewals", object>;

/** Where a page goes on from: «PAID_UNTIL.ID» of the last row before. Both stay in it when a charge moves the row. */
const cursorOf = ({ paidUntil, id }: ListedRenewal) => `${paidUntil}.${id}`;

/**
 * A page of renewals, those whose paid time ends first; those that are off in the opposite order. It goes on from a row,
 * so a page costs the same wherever it is.
 * @param after `next` of the page before; anything else begins anew
 * @returns `next`: null on the last page
 */
export async function listRenewals(
	db: Db,
	filter: RenewalFilter,
	{
		after = "",
		rows = RENEWALS_PER_PAGE,
		now = Date.now(),
		plans = plansOnOffer(),
	}: { after?: string; rows?: number; now?: number; plans?: readonly Plan[] } = {},
): Promise<{ renewals: ListedRenewal[]; next: string | null }> {
	const descending = filter.status === "off";
	const [, paidUntil, id = ""] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(after) ?? [];
	let page = wanted(db, filter, now);
	if (paidUntil !== undefined)
		page = page.where(({ eb, refTuple, tuple }) =>
			eb(
				refTuple("renewals.paid_until", "renewals.id"),
				descending ? "<" : ">",
				tuple(Number(paidUntil), id),
			),
		);
	const found = await rowsOf(page, now)
		.orderBy("renewals.paid_until", descending ? "desc" : "asc")
		.orderBy("renewals.id", descending ? "desc" : "asc")
		.limit(rows + 1)
		.execute();
	const renewals = found.slice(0, rows).map((row) => listed(row, plans));
	const last = renewals.at(-1);
	return { renewals, next: found.length > rows && last ? cursorOf(last) : null };
}

/** The renewal of an account, in whatever state; undefined: nothing was ever agreed to. */
export async function readListedRenewal(
	db: Db,
	accountId: string,
	now = Date.now(),
): Promise<ListedRenewal | undefined> {
	const row = await rowsOf(wanted(db, { accountIds: [accountId] }, now), now).executeTakeFirst();
	return row && listed(row, plansOnOffer());
}

/** How many renewals a filter finds, and what they are to bring. @param plans on sale now */
export async function sumRenewals(
	db: Db,
	filter: RenewalFilter,
	now = Date.now(),
	plans: readonly Plan[] = plansOnOffer(),
): Promise<RenewalTotals> {
	const counted = wanted(db, filter, now)
		.innerJoin("renewal_consents as c", "c.id", "renewals.consent_id")
		.select(
			sql<number>`case when renewals.state = 'charging' or renewals.state in ('on', 'retrying') and ${holds(plans)}
			then coalesce(renewals.charge_amount, c.amount) else 0 end`.as("amount"),
		)
		.limit(RENEWALS_COUNTED + 1)
		.as("counted");
	const total = await db
		.selectFrom(counted)
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.select(sql<number | string>`coalesce(sum(amount), 0)`.as("sum"))
		.executeTakeFirstOrThrow();
	const count = Number(total.count);
	return { count, sum: count > RENEWALS_COUNTED ? null : Number(total.sum) };
}

/** How many charges the gateway has, without an end yet: they may succeed whatever is switched off here. */
export async function countOpenCharges(db: Db, accountId?: string): Promise<number> {
	let query = db
		.selectFrom("renewals")
		.innerJoin("purchases", "purchases.id", "renewals.purchase_id")
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.where("renewals.state", "=", "charging")
		.where("purchases.gateway_id", "is not", null);
	if (accountId !== undefined) query = query.where("renewals.account_id", "=", accountId);
	const { count } = await query.executeTakeFirstOrThrow();
	return Number(count);
}

/** Whether the terms of the consent are those of a plan on sale, or dearer ones: `changedTerms` of the row. */
const holds = (plans: readonly Plan[]) =>
	sql<boolean>`(${sql.join(
		[
			sql`1 = 0`,
			...plans
				.filter(({ price }) => price > 0)
				.map(
					({ key, price, days }) =>
						sql`renewals.plan_key = ${key} and c.amount >= ${sql.lit(price)} and c.days = ${sql.lit(days ?? 0)}`,
				),
		],
		sql` or `,
	)})`;

/**
 * Finds accounts by what was typed into the search box: the beginning of an e-mail, the id of an account or of a
 * payment, here or at the gateway.
 * @param role of the person who searches: an e-mail that they see masked is not found by its parts
 * @returns `isTooWide`: more people than `MOST_PAYERS` were found, and only the first are looked at
 */
export async function searchRenewals(
	db: Db,
	typed: string,
	role: Role,
): Promise<{ accountIds: string[]; isTooWide: boolean }> {
	const { search, isTooWide } = await searchPurchases(db, typed, role);
	return { accountIds: [...search.accountIds, ...(await payersOf(db, search.id))], isTooWide };
}

function wanted(db: Db, { status, accountIds }: RenewalFilter, now: number): Wanted {
	let query: Wanted = db.selectFrom("renewals");
	if (accountIds) query = query.where("renewals.account_id", "in", accountIds);
	if (status) query = query.where(statusOf(now), "=", status);
	// The words of the partial indexes, which a parameter would not choose.
	if (status === "postponed") query = query.where(sql<boolean>`renewals.charge_at >= renewals.paid_until`);
	else if (status) query = query.where("renewals.state", "=", STATE_OF[status]);
	else if (!accountIds) query = query.where(sql<boolean>`renewals.state <> 'off'`);
	return query;
}

/**
 * A charge is told of days before the end of the paid time, and made before that end; one that was told late because
 * the renewal began late is made within five days of its beginning. A later one was told of again.
 */
const statusOf = (now: number) => sql<RenewalStatus>`case
	when renewals.state = 'charging' and renewals.changed_at < ${now - STUCK_MS} then 'stuck'
	when renewals.state = 'on' and renewals.charge_at >= renewals.paid_until
		and renewals.charge_at >= renewals.created_at + ${sql.lit(TOLD_BEFORE)} then 'postponed'
	when renewals.state = 'on' then 'waits'
	else renewals.state end`;

const rowsOf = (query: Wanted, now: number) =>
	query
		.leftJoin("accounts", "accounts.id", "renewals.account_id")
		.leftJoin("payment_methods", "payment_methods.account_id", "renewals.account_id")
		.leftJoin("letters", (join) =>
			join.onRef("letters.id", "=", "renewals.notice_id").on("letters.state", "=", "sent"),
		)
		.select([
			"renewals.state",
			"renewals.id",
			"renewals.account_id",
			"renewals.plan",
			"renewals.reason",
			"renewals.attempt",
		])
		.select(["renewals.paid_until", "renewals.charge_at", "renewals.charge_amount", "renewals.told_at"])
		.select(["renewals.notice_id", "renewals.next_at", "renewals.purchase_id", "renewals.created_at"])
		.select(["renewals.changed_at", "accounts.email", "accounts.name", "payment_methods.title"])
		.select("letters.finished_at")
		.select(statusOf(now).as("status"));

function listed(
	row: Awaited<ReturnType<ReturnType<typeof rowsOf>["execute"]>>[number],
	plans: readonly Plan[],
): ListedRenewal {
	const plan: Plan = JSON.parse(row.plan);
	const timeOf = (time: number | null) => (time === null ? null : Number(time));
	return {
		id: row.id,
		accountId: row.account_id,
		email: row.email,
		name: row.name,
		plan,
		amount: row.charge_amount ?? plan.price,
		card: row.title,
		status: row.status,
		ends: willEndFor(row, { plans }),
		reason: row.reason,
		attempt: row.attempt,
		paidUntil: Number(row.paid_until),
		chargeAt: timeOf(row.charge_at),
		isNoticed: row.notice_id !== null,
		toldAt: timeOf(row.told_at ?? row.finished_at),
		nextAt: timeOf(row.next_at),
		purchaseId: row.purchase_id,
		createdAt: Number(row.created_at),
		changedAt: Number(row.changed_at),
	};
}
