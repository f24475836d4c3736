import type { Db } from "../../platform/db/connection.server.ts";
import { ourTerms, type Terms } from "../payments/terms.server.ts";
import type { Plan } from "./plan.server.ts";

/** The plan in force for an account. */
export type PlanInForce = {
	plan: Plan;
	/** `free`, or the id of the subscription. */
	source: string;
	/** When the subscription began; 0 for the free plan, whose quota periods are days. */
	from: number;
	/** When the subscription ends; null: never. */
	until: number | null;
	/** When all paid time ends, with subscriptions that follow; null: there is none. */
	paidUntil: number | null;
};

/** The paid plan in force, as it was bought, or the free one. */
export async function planInForce(
	db: Db,
	accountId: string,
	now = Date.now(),
	terms: Terms = ourTerms,
): Promise<PlanInForce> {
	return planInForceOf(await readUnfinished(db, accountId, now), now, terms);
}

/** The same of subscriptions that have been read already. */
export function planInForceOf(
	unfinished: readonly Unfinished[],
	now: number,
	terms: Terms = ourTerms,
): PlanInForce {
	const [current] = unfinished.filter(({ starts_at }) => starts_at <= now);
	if (!current) return { plan: terms.free, source: "free", from: 0, until: null, paidUntil: null };
	return {
		plan: JSON.parse(current.plan),
		source: current.id,
		from: current.starts_at,
		until: current.ends_at,
		paidUntil: Math.max(...unfinished.map(({ ends_at }) => ends_at)),
	};
}

/** The plans in force for several accounts: those of one page of a list. */
export async function plansInForce(
	db: Db,
	accountIds: readonly string[],
	now = Date.now(),
	terms: Terms = ourTerms,
): Promise<Map<string, PlanInForce>> {
	if (accountIds.length === 0) return new Map();
	const unfinished = await readUnfinished(db, accountIds, now);
	const byAccount = Map.groupBy(unfinished, (row) => row.account_id);
	return new Map(accountIds.map((id) => [id, planInForceOf(byAccount.get(id) ?? [], now, terms)]));
}

export type Unfinished = Awaited<ReturnType<typeof readUnfinished>>[number];

/** Subscriptions that are not over yet, the earliest first. */
export async function readUnfinished(db: Db, accounts: string | readonly string[], now: number) {
	const rows = await db
		.selectFrom("subscriptions")
		.selectAll()
		.where("account_id", "in", typeof accounts === "string" ? [accounts] : accounts)
		.where("ends_at", ">", now)
		.whereRef("ends_at", ">", "starts_at")
		.orderBy("starts_at")
		.orderBy("id")
		.execute();
	return rows.map((row) => ({ ...row, starts_at: Number(row.starts_at), ends_at: Number(row.ends_at) }));
}
