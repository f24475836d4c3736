import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import type { NewPromoCode } from "../../../app/billing/promo-codes/new-promo-code.server.ts";
import { makePromoCode } from "../../../app/billing/staff/promo-codes-as-staff.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";

/** Makes a code of 20 per cent for any plan and any payment, unless told otherwise. */
export async function makeCode(db: Db, more: Partial<NewPromoCode> = {}): Promise<string> {
	const code: NewPromoCode = {
		code: "ШКОЛА20",
		kind: "percent",
		value: 20,
		planKeys: null,
		firstOnly: false,
		startsAt: null,
		endsAt: null,
		maxUses: null,
		...more,
	};
	await makePromoCode(db, code, CONSOLE);
	return code.code;
}

export const usedOf = async (db: Db, code = "ШКОЛА20") =>
	(await db.selectFrom("promo_codes").select("used").where("code", "=", code).executeTakeFirstOrThrow()).used;
