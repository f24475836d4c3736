import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import type { Plan } from "../../../billing/plans/plan.server.ts";
import { plans, plansOnOffer } from "../../../billing/plans/plans.server.ts";
import {
	inventCode,
	type PromoCodeRow,
	planKeysOf,
	termsWith,
} from "../../../billing/promo-codes/promo-code.server.ts";
import { promoGives, promoStateOf } from "../../../billing/promo-codes/promo-texts.server.ts";
import { rubles, rublesAndKopecks } from "../../../billing/rubles.server.ts";
import {
	countPromoCodes,
	listPromoCodes,
	usesOfPromoCode,
} from "../../../billing/staff/list-promo-codes.server.ts";
import { findPromoCode } from "../../../billing/staff/promo-codes-as-staff.server.ts";
import texts from "../../../i18n/ru/admin-codes.ts";
import { dayOf, minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { listFile } from "../list-file.server.ts";
import { queryField } from "../query-field.server.ts";
import { totalOf } from "../total.server.ts";

const LONGEST = 24;

/** A page of the promo codes: `q` is the beginning of a code, `after` goes on from one. */
export async function loadCodes(staff: Staff, query: URLSearchParams) {
	const search = searchOf(query);
	const after = queryField(query, "after", LONGEST);
	const { codes, next } = await listPromoCodes(db(), { search, after });
	const now = Date.now();
	return {
		search,
		next,
		isFirst: after === "",
		found: totalOf(await countPromoCodes(db(), search)),
		mayChange: mayDo(staff.role, "changeCodes"),
		codes: codes.map((row) => viewOf(row, now)),
	};
}

const searchOf = (query: URLSearchParams) => queryField(query, "q", LONGEST);

/** The promo codes of the filter as a file. */
export const sendCodes = listFile({
	right: "codes",
	act: "promo-codes-exported",
	name: "promo-codes",
	columns: Object.values(texts.columns),
	others: ["code", "do"],
	async read(query, after) {
		const { codes, next } = await listPromoCodes(db(), { search: searchOf(query), after });
		const now = Date.now();
		const lines = codes.map((row) => {
			const code = viewOf(row, now);
			const plans = code.plans?.map(({ title }) => title).join(", ") ?? texts.allPlans;
			const window = [code.from, code.until];
			return [code.code, code.gives, plans, ...window, code.used, code.maxUses, texts.states[code.state]];
		});
		return { lines, next };
	},
});

/** A promo code and the purchases with it. @returns null: there is none */
export async function loadCode(staff: Staff, code: string) {
	const row = await findPromoCode(db(), code.replaceAll("\0", ""));
	if (!row) return null;
	const uses = await usesOfPromoCode(db(), row.code);
	const keys = planKeysOf(row);
	const view = viewOf(row, Date.now());
	return {
		code: view,
		mayOff: view.state !== "off" && mayDo(staff.role, "changeCodes"),
		madeAt: minuteOf(Number(row.created_at)),
		offAt: row.off_at === null ? null : minuteOf(Number(row.off_at)),
		prices: paidPlans()
			.filter(({ key }) => keys === null || keys.includes(key))
			.map((plan) => priceOf(row, plan)),
		uses: uses.map(({ id, plan, state, amount, createdAt }) => ({
			id,
			title: plan.title,
			state,
			amount: rublesAndKopecks(amount),
			at: minuteOf(createdAt),
		})),
	};
}

function priceOf(row: PromoCodeRow, plan: Plan) {
	const { amount, days } = termsWith(row, plan);
	return {
		key: plan.key,
		plan: plan.title,
		days: plan.days ?? 0,
		allDays: (plan.days ?? 0) + days,
		price: rubles(plan.price),
		amount: amount === plan.price ? null : rubles(amount),
	};
}

const paidPlans = (): readonly Plan[] => plansOnOffer().filter(({ days }) => days !== null);

/** The plans that a new code may be for, and the code that it is where none is typed. */
export const loadNewCode = () => ({
	plans: paidPlans().map(({ key, title, days }) => ({ key, title, days: days ?? 0 })),
	invented: inventCode(),
});

function viewOf(row: PromoCodeRow, now: number) {
	const keys = planKeysOf(row);
	return {
		code: row.code,
		gives: promoGives(row),
		firstOnly: row.first_only === 1,
		/** Null: all of them. */
		plans:
			keys?.map((key) => {
				const { title = key, days = null } = plans().find((plan) => plan.key === key) ?? {};
				return { key, title, days };
			}) ?? null,
		from: row.starts_at === null ? null : dayOf(Number(row.starts_at)),
		// The last moment belongs to the day that is named.
		until: row.ends_at === null ? null : dayOf(Number(row.ends_at) - 1),
		used: row.used,
		maxUses: row.max_uses,
		state: promoStateOf(row, now),
	};
}

export type PromoCodeView = ReturnType<typeof viewOf>;
export type LoadedCodes = Awaited<ReturnType<typeof loadCodes>>;
export type LoadedCode = NonNullable<Awaited<ReturnType<typeof loadCode>>>;
