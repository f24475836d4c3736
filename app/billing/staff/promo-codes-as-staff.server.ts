import { type ActedAsStaff, actAsStaff } from "../../accounts/staff/act-as-staff.server.ts";
import type { Actor } from "../../accounts/staff/journal.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { NewPromoCode } from "../promo-codes/new-promo-code.server.ts";
import type { PromoCodeRow } from "../promo-codes/promo-code.server.ts";
import { promoGives } from "../promo-codes/promo-texts.server.ts";

/**
 * Makes a promo code.
 * @returns «unchanged»: the very same one is there already, as after a second press; «exists»: another one of this name
 */
export async function makePromoCode(
	db: Db,
	code: NewPromoCode,
	actor: Actor,
	now = Date.now(),
): Promise<{ outcome: "done" | "unchanged" | "exists" | "forbidden" }> {
	const row = {
		code: code.code,
		kind: code.kind,
		value: code.value,
		plan_keys: code.planKeys && JSON.stringify(code.planKeys),
		first_only: code.firstOnly ? 1 : 0,
		starts_at: code.startsAt,
		ends_at: code.endsAt,
		max_uses: code.maxUses,
	};
	const make = async (trx: Db) => {
		const { numInsertedOrUpdatedRows } = await trx
			.insertInto("promo_codes")
			.values({ ...row, created_at: now })
			.onConflict((conflict) => conflict.column("code").doNothing())
			.executeTakeFirst();
		return numInsertedOrUpdatedRows ? true : null;
	};
	const after = `${row.code}: ${promoGives(row)}`;
	const act = { act: "promo-code-made", right: "changeCodes", effect: () => ({ after }) } as const;
	const acted = await actAsStaff(db, actor, act, make, now);
	if (acted.outcome !== "unchanged") return { outcome: acted.outcome };
	const there = await findPromoCode(db, row.code);
	const isSame = Object.entries(row).every(([name, value]) => {
		const kept = there?.[name as keyof PromoCodeRow] ?? null;
		return typeof value === "number" ? Number(kept) === value : kept === value;
	});
	return { outcome: isSame ? "unchanged" : "exists" };
}

/** Switches a promo code off: orders that bear it keep their terms. */
export async function switchOffPromoCode(
	db: Db,
	{ code, reason }: { code: string; reason: string },
	actor: Actor,
	now = Date.now(),
): Promise<ActedAsStaff<true>> {
	const switchOff = async (trx: Db) => {
		const { numUpdatedRows } = await trx
			.updateTable("promo_codes")
			.set({ off_at: now })
			.where("code", "=", code)
			.where("off_at", "is", null)
			.executeTakeFirst();
		return numUpdatedRows > 0n ? true : null;
	};
	const act = {
		act: "promo-code-off",
		reason,
		right: "changeCodes",
		effect: () => ({ after: code }),
	} as const;
	return actAsStaff(db, actor, act, switchOff, now);
}

/** A promo code as it is kept. @param code in capitals */
export const findPromoCode = (db: Db, code: string): Promise<PromoCodeRow | undefined> =>
	db.selectFrom("promo_codes").selectAll().where("code", "=", code).executeTakeFirst();
