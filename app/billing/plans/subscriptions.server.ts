import { randomUUID } from "node:crypto";
import { DAY } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { Plan } from "./plan.server.ts";
import { readUnfinished, type Unfinished } from "./plan-in-force.server.ts";
import {
	costAlike,
	NOTHING,
	type Rate,
	sumOf,
	timeFor,
	timeWorth,
	type Worth,
	wholeKopecks,
	worthOf,
} from "./worth.server.ts";

/**
 * The subscription that buying a plan now would grant. `follows`: it begins where the current subscription to the same
 * plan ends.
 */
export type PlanPreview = {
	from: number;
	until: number;
	/** Milliseconds of the new plan that the rest of other plans converts to. */
	converted: number;
	follows: boolean;
};

/**
 * Grants a subscription, in the transaction that establishes the right to it. The same plan at the same price begins
 * where the current one ends; any other plan ends now, and its rest is converted to time of the new one by price.
 * @param trx has locked the account: of two concurrent grants the second sees the first
 * @param purchaseId null for a grant by the operator, or by an activation code
 * @param billId the bill of the activation code
 * @param paid what was paid for how many days, where that differs from the plan
 * @param why the operator's reason for the grant
 * @param id of the subscription
 */
export async function grantSubscription(
	trx: Db,
	accountId: string,
	{
		plan,
		purchaseId,
		billId = null,
		paid = null,
		why = null,
		id = randomUUID(),
	}: {
		plan: Plan;
		purchaseId: string | null;
		billId?: string | null;
		paid?: { amount: number; days: number } | null;
		why?: string | null;
		id?: string;
	},
	now = Date.now(),
): Promise<PlanPreview> {
	const unfinished = await readUnfinished(trx, accountId, now);
	const preview = planPreviewOf(unfinished, plan, now, paid?.days);
	if (!preview.follows) for (const row of unfinished) await endAt(trx, row, now, "replaced");
	await trx
		.insertInto("subscriptions")
		.values({
			id,
			account_id: accountId,
			purchase_id: purchaseId,
			bill_id: billId,
			plan_key: plan.key,
			plan: JSON.stringify(plan),
			why,
			starts_at: preview.from,
			ends_at: preview.until,
			paid: paid?.amount ?? null,
			paid_days: paid?.days ?? null,
			created_at: now,
		})
		.execute();
	return preview;
}

/** The preview before paying; paying computes it again. @param days with those of a promo code */
export function planPreviewOf(
	unfinished: readonly Unfinished[],
	plan: Plan,
	now: number,
	days = plan.days ?? 0,
): PlanPreview {
	const whole = days * DAY;
	const last = unfinished.at(-1);
	const same = unfinished.every(
		({ plan_key, plan: bought }) => plan_key === plan.key && costAlike(JSON.parse(bought), plan),
	);
	if (last && same) {
		const from = Math.max(...unfinished.map(({ ends_at }) => ends_at));
		return { from, until: from + whole, converted: 0, follows: true };
	}
	const worth = unfinished.reduce((sum, row) => sumOf(sum, worthLeft(row, now)), NOTHING);
	const converted = worth.numerator === 0n ? 0 : timeFor(worth, plan);
	return { from: now, until: now + whole + converted, converted, follows: false };
}

/**
 * The worth of the rest of a subscription: its bought time at the price paid for it, and time that was converted from
 * another plan, which comes first, at the plan's price.
 */
function worthLeft(row: Unfinished, now: number): Worth {
	const left = row.ends_at - Math.max(row.starts_at, now);
	const carried = carriedLeft(row, now);
	return sumOf(worthOf(left - carried, rateOf(row)), worthOf(carried, JSON.parse(row.plan)));
}

/** Milliseconds of the rest of a subscription that were converted from another plan. */
export const carriedLeft = (row: Unfinished, now: number): number =>
	Math.max(0, row.ends_at - Math.max(row.starts_at, now) - (rateOf(row).days ?? 1) * DAY);

/** The sum that was paid, and the days that it was paid for. */
function rateOf({ paid, paid_days, plan }: Unfinished): Rate {
	return paid === null ? (JSON.parse(plan) as Plan) : { price: paid, days: paid_days };
}

type Why = "replaced" | "refund" | "operator";

/** A subscription that has not begun yet ends at its beginning. */
async function endAt(trx: Db, row: Unfinished, at: number, why: Why): Promise<void> {
	await trx
		.updateTable("subscriptions")
		.set({ ends_at: Math.max(row.starts_at, at), ended_by: why })
		.where("id", "=", row.id)
		.execute();
}

/** The refund of a purchase, were it made now. */
export type Refundable = {
	/** Kopecks. */
	amount: number;
	/** Milliseconds of the plan that would be taken back; 0: nothing was granted for the money. */
	takes: number;
	/** Until when paid time would still last, of this purchase or of others; null: there would be none. */
	remainsUntil: number | null;
	/** The plan of the other subscriptions that would last; absent: there are none. */
	others?: Plan;
};

/** A rest shorter than this is not kept. */
export const SHORT = 3_600_000;

/**
 * The refundable amount of a purchase: all of it when no message was sent in its time, otherwise what the rest of the
 * time is worth, rounded down (the offer's formula; ЗоЗПП, article 32: the customer pays for what was provided). Time
 * converted from another plan stays.
 * @param known the account's subscriptions, where they have been read already
 * @returns undefined when nothing is left of it
 */
export async function previewRefundOf(
	db: Db,
	purchase: { id: string; account_id: string; amount: number },
	now = Date.now(),
	known?: readonly Unfinished[],
): Promise<Refundable | undefined> {
	const unfinished = known ?? (await readUnfinished(db, purchase.account_id, now));
	const row = unfinished.find(({ purchase_id }) => purchase_id === purchase.id);
	if (!row) return undefined;
	const left = row.ends_at - Math.max(row.starts_at, now);
	const worth = wholeKopecks(worthLeft(row, now));
	const amount = (await wasUsed(db, row)) ? Math.min(purchase.amount, worth) : purchase.amount;
	if (amount <= 0) return undefined;
	const takes = Math.min(left, timeWorth(amount, rateOf(row)));
	const kept = left - takes;
	const isKept = kept >= SHORT;
	const own = isKept ? Math.max(row.starts_at, now) + kept : null;
	return { amount, ...remainsOf(unfinished, row, isKept ? takes : left, own) };
}

/** The paid time that would be left beside what is taken, as `deductTime` leaves it. @param own the end of the rest */
function remainsOf(unfinished: readonly Unfinished[], row: Unfinished, takes: number, own: number | null) {
	const others = unfinished
		.filter(({ id }) => id !== row.id)
		.map(({ starts_at, ends_at, plan }) => ({
			plan,
			until: starts_at >= row.ends_at ? ends_at - takes : ends_at,
		}));
	const last = others.toSorted((a, b) => a.until - b.until).at(-1);
	if (!last) return { takes, remainsUntil: own };
	return { takes, remainsUntil: Math.max(own ?? 0, last.until), others: JSON.parse(last.plan) as Plan };
}

/** Whether a message was sent in its time. A deleted account has left no count of them, and counts as having sent one. */
async function wasUsed(db: Db, { account_id, id }: Unfinished): Promise<boolean> {
	const deleted = await db
		.selectFrom("accounts")
		.select("id")
		.where("id", "=", account_id)
		.where("state", "=", "deleted")
		.executeTakeFirst();
	if (deleted) return true;
	const used = await db
		.selectFrom("allowances")
		.select("id")
		.where("account_id", "=", account_id)
		.where("source", "=", id)
		.where(({ eb, or }) => or([eb("used", ">", 0), eb("reserved", ">", 0)]))
		.limit(1)
		.executeTakeFirst();
	return used !== undefined;
}

/**
 * Takes back the time of a purchase, in the transaction that records the refund. Subscriptions that follow move up:
 * no gap.
 */
export async function deductTime(
	trx: Db,
	purchaseId: string,
	takes: number,
	why: Exclude<Why, "replaced">,
	now = Date.now(),
): Promise<void> {
	const held = await holdTimeOf(trx, purchaseId, now);
	if (!held || held.row.ends_at <= now) return;
	const { row, later } = held;
	await setTime(trx, row.id, { ends_at: row.ends_at - takes, ended_by: why });
	for (const { id, starts_at, ends_at } of later)
		await setTime(trx, id, { starts_at: starts_at - takes, ends_at: ends_at - takes });
}

/** The time of a purchase and the subscriptions that follow, with the account locked. */
async function holdTimeOf(trx: Db, purchaseId: string, now: number) {
	const find = () =>
		trx.selectFrom("subscriptions").selectAll().where("purchase_id", "=", purchaseId).executeTakeFirst();
	const found = await find();
	if (!found) return undefined;
	await lockRow(trx, "accounts", found.account_id);
	// Read again: it may have changed before the lock was acquired.
	const row = (await find()) ?? found;
	const others = (await readUnfinished(trx, row.account_id, now)).filter(({ id }) => id !== row.id);
	return { row, others, later: others.filter(({ starts_at }) => starts_at >= row.ends_at) };
}

type Time = { starts_at?: number; ends_at: number; ended_by?: Why | null };

async function setTime(trx: Db, id: string, time: Time): Promise<void> {
	await trx.updateTable("subscriptions").set(time).where("id", "=", id).execute();
}

/**
 * Restores the time taken by a refund that the gateway then refused: at its end, where something is left of it, and
 * otherwise from now, or after the paid time that exists by now.
 */
export async function restoreTime(
	trx: Db,
	purchaseId: string,
	taken: number,
	now = Date.now(),
): Promise<void> {
	const held = await holdTimeOf(trx, purchaseId, now);
	if (!held) return;
	const { row, others, later } = held;
	// The row has no rest, perhaps because all of it was taken before it had begun: other subscriptions may be in its
	// place by now.
	const over = row.ends_at <= Math.max(now, row.starts_at);
	const from = over ? Math.max(now, ...others.map(({ ends_at }) => ends_at)) : row.starts_at;
	await trx
		.updateTable("subscriptions")
		.set({
			starts_at: from,
			ends_at: (over ? from : row.ends_at) + taken,
			ended_by: null,
			ending_told_at: null,
			ended_told_at: null,
		})
		.where("id", "=", row.id)
		.execute();
	if (over) return;
	for (const { id, starts_at, ends_at } of later)
		await setTime(trx, id, { starts_at: starts_at + taken, ends_at: ends_at + taken });
}
