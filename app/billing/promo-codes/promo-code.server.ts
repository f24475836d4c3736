import { randomInt } from "node:crypto";
import type { Selectable } from "kysely";
import type { PromoCodesTable } from "../../platform/db/tables/billing.ts";
import { toNfc } from "../../platform/to-nfc.server.ts";
import type { Plan } from "../plans/plan.server.ts";

export type PromoCodeRow = Selectable<PromoCodesTable>;

/** The price of a purchase with a code, in kopecks, and the days that the code adds to the plan's. */
export type PromoTerms = { amount: number; days: number };

/** One rouble: banks take no less, so a code that would make a plan free leaves it. */
const LEAST = 100;

/** The price and the days of a plan with a code. A part of a kopeck stays to be paid. */
export function termsWith({ kind, value }: Pick<PromoCodeRow, "kind" | "value">, plan: Plan): PromoTerms {
	if (kind === "days") return { amount: plan.price, days: value };
	const less = kind === "sum" ? value : Math.floor((plan.price * value) / 100);
	return { amount: Math.min(plan.price, Math.max(LEAST, plan.price - less)), days: 0 };
}

/** The keys of the plans that a code is for; null: any. */
export const planKeysOf = ({ plan_keys }: Pick<PromoCodeRow, "plan_keys">): string[] | null =>
	plan_keys === null ? null : JSON.parse(plan_keys);

const CODE = /^[A-ZА-ЯЁ0-9-]{4,24}$/;

/** A code as it is kept, of what was typed: capitals, without spaces. @returns null: no code looks so */
export function parsePromoCode(typed: string): string | null {
	const code = toNfc(typed).replace(/\s/g, "").toUpperCase();
	return CODE.test(code) ? code : null;
}

/** Without letters and digits that look alike. */
export const CODE_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A code that cannot be guessed: «7K2P-M9QX». */
export function inventCode(): string {
	const signs = Array.from({ length: 8 }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join("");
	return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}
