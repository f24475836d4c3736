import type { Db } from "../../platform/db/connection.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { type PromoTerms, parsePromoCode, planKeysOf, termsWith } from "./promo-code.server.ts";

/** Why a code cannot be used. */
export type PromoProblem =
	| { outcome: "unknown" | "off" | "used-up" | "used-by-you" | "first-only" }
	| { outcome: "not-yet"; from: number }
	| { outcome: "ended"; at: number }
	/** It holds for these plans. */
	| { outcome: "other-plan"; planKeys: string[] }
	/** A purchase of this account bears it, and may still be paid. */
	| { outcome: "ordered"; purchaseId: string };

export type PromoChecked = ({ outcome: "fits"; code: string } & PromoTerms) | PromoProblem;

/**
 * Whether an account may buy a plan with a code, and what it costs then. Taking the use is up to `claimUse`: until then
 * somebody else may take the last one.
 * @param typed as a person has typed it
 * @param purchaseId of the form: sent twice it is one order, which bears the code already
 */
export async function checkPromoCode(
	db: Db,
	accountId: string,
	typed: string,
	plan: Plan,
	now: number,
	purchaseId?: string,
): Promise<PromoChecked> {
	const code = parsePromoCode(typed);
	const row =
		code && (await db.selectFrom("promo_codes").selectAll().where("code", "=", code).executeTakeFirst());
	if (!row) return { outcome: "unknown" };
	const own = await db
		.selectFrom("purchases")
		.select(["id", "state", "plan_key", "amount", "promo_days"])
		.where("account_id", "=", accountId)
		.where("promo_code", "=", row.code)
		.where("promo_use", "in", ["held", "late"])
		.executeTakeFirst();
	if (own?.id === purchaseId && own?.plan_key === plan.key)
		return { outcome: "fits", code: row.code, amount: own.amount, days: own.promo_days ?? 0 };
	if (own?.state === "started" || own?.state === "waiting") return { outcome: "ordered", purchaseId: own.id };
	if (own) return { outcome: "used-by-you" };
	if (row.off_at !== null) return { outcome: "off" };
	if (row.ends_at !== null && row.ends_at <= now) return { outcome: "ended", at: Number(row.ends_at) };
	if (row.starts_at !== null && row.starts_at > now)
		return { outcome: "not-yet", from: Number(row.starts_at) };
	const planKeys = planKeysOf(row);
	if (planKeys && !planKeys.includes(plan.key)) return { outcome: "other-plan", planKeys };
	if (row.max_uses !== null && row.used >= row.max_uses) return { outcome: "used-up" };
	if (row.first_only && (await hasPaid(db, accountId))) return { outcome: "first-only" };
	return { outcome: "fits", code: row.code, ...termsWith(row, plan) };
}

/** Whether an account has paid before, or has an order with a code that it may still pay. */
async function hasPaid(db: Db, accountId: string): Promise<boolean> {
	const paid = await db
		.selectFrom("purchases")
		.select("id")
		.where("account_id", "=", accountId)
		.where(({ eb, or }) => or([eb("state", "in", ["paid", "refunded"]), eb("promo_use", "=", "held")]))
		.limit(1)
		.executeTakeFirst();
	return paid !== undefined;
}
