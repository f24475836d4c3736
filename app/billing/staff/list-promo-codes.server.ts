import { sql } from "kysely";
import { countUpTo } from "../../accounts/staff/count-up-to.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import type { PurchasesTable } from "../../platform/db/tables/billing.ts";
import type { Plan } from "../plans/plan.server.ts";
import type { PromoCodeRow } from "../promo-codes/promo-code.server.ts";

export const PROMO_CODES_PER_PAGE = 50;

/** After everything that a code can go on with, in the order of bytes. */
const LAST = "\u{10ffff}";

/**
 * A page of the promo codes, the newest first, or those that begin with what was typed, by name. It goes on from a code.
 * @param after the last code of the page before; one that is gone begins anew
 * @returns `next`: the code to go on from; null: this is the last page
 */
export async function listPromoCodes(
	db: Db,
	{ search = "", after = "" }: { search?: string; after?: string },
): Promise<{ codes: PromoCodeRow[]; next: string | null }> {
	let page = wanted(db, search).selectAll();
	const last = after
		? await db
				.selectFrom("promo_codes")
				.select(["code", "created_at"])
				.where("code", "=", after)
				.executeTakeFirst()
		: undefined;
	if (last)
		page = page.where(({ eb, refTuple, tuple }) =>
			eb(refTuple("created_at", "code"), "<", tuple(Number(last.created_at), last.code)),
		);
	const found = await page
		.orderBy("created_at", "desc")
		.orderBy("code", "desc")
		.limit(PROMO_CODES_PER_PAGE + 1)
		.execute();
	const codes = found.slice(0, PROMO_CODES_PER_PAGE);
	return { codes, next: found.length > PROMO_CODES_PER_PAGE ? (codes.at(-1)?.code ?? null) : null };
}

/** How many codes a search finds; at most `COUNTED` and one. */
export const countPromoCodes = (db: Db, search: string): Promise<number> =>
	countUpTo(db, wanted(db, search).select("code"));

function wanted(db: Db, search: string) {
	const beginning = search.trim().toUpperCase();
	const all = db.selectFrom("promo_codes");
	if (!beginning) return all;
	// Bytes decide in both databases.
	const code = isPostgres(db) ? sql<string>`code collate "C"` : sql<string>`code`;
	return all.where(code, ">=", beginning).where(code, "<", beginning + LAST);
}

/** A purchase that was made with a code. */
export type PromoUse = {
	id: string;
	plan: Plan;
	state: PurchasesTable["state"];
	/** Kopecks. */
	amount: number;
	createdAt: number;
};

/** The newest purchases with a code. */
export async function usesOfPromoCode(db: Db, code: string): Promise<PromoUse[]> {
	const rows = await db
		.selectFrom("purchases")
		.select(["id", "plan", "state", "amount", "created_at as createdAt"])
		.where("promo_code", "=", code)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(PROMO_CODES_PER_PAGE)
		.execute();
	return rows.map(({ plan, ...row }) => ({
		...row,
		plan: JSON.parse(plan) as Plan,
		createdAt: Number(row.createdAt),
	}));
}
