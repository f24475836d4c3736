import { dayStartAfter, startOfIsoDay } from "../../platform/dates/day-boundaries.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { inventCode, parsePromoCode } from "./promo-code.server.ts";

/** The fields of a new code, from a form or a command. */
export type PromoCodeFields = {
	/** Empty: one is invented. */
	code: string;
	kind: string;
	/** Whole per cent, roubles, or days. */
	value: string;
	firstOnly: boolean;
	planKeys: readonly string[];
	/** «2026-12-01», or empty; both days included. */
	from: string;
	to: string;
	/** Empty: without a limit. */
	uses: string;
};

/** A code as it is made. */
export type NewPromoCode = {
	code: string;
	kind: "percent" | "sum" | "days";
	value: number;
	/** Null: any plan. */
	planKeys: string[] | null;
	firstOnly: boolean;
	startsAt: number | null;
	endsAt: number | null;
	maxUses: number | null;
};

/** The problems, by field. */
export type PromoCodeProblems = {
	code?: "code-looks";
	kind?: "kind-needed";
	value?: "percent-wrong" | "sum-wrong" | "sum-most" | "days-wrong";
	plans?: "plans-needed";
	from?: "day-wrong";
	to?: "day-wrong" | "end-early" | "end-past";
	uses?: "uses-wrong";
};

const KINDS = ["percent", "sum", "days"] as const;
/** A whole hundred would leave nothing to pay, which no bank takes: that is a plan given away. */
const MOST_PERCENT = 99;
const MOST_DAYS = 366;
const MOST_USES = 1_000_000;
/** Kopecks that remain to be paid. */
const LEAST = 100;

/**
 * Reads what was typed for a new code.
 * @param plans those on sale
 * @returns the code, or what is wrong with the fields
 */
export function readNewPromoCode(
	fields: PromoCodeFields,
	plans: readonly Plan[],
	timeZone: string,
	now: number,
): NewPromoCode | { problems: PromoCodeProblems } {
	const problems: PromoCodeProblems = {};
	const code = fields.code.trim() === "" ? inventCode() : parsePromoCode(fields.code);
	if (code === null) problems.code = "code-looks";
	const kind = KINDS.find((one) => one === fields.kind);
	if (!kind) problems.kind = "kind-needed";
	const chosen = plans.filter(({ key }) => fields.planKeys.includes(key));
	if (chosen.length === 0) problems.plans = "plans-needed";
	const value = kind ? readValue(kind, fields.value.trim(), chosen) : 0;
	if (typeof value === "string") problems.value = value;
	const from = startOfIsoDay(fields.from, timeZone);
	if (fields.from !== "" && from === null) problems.from = "day-wrong";
	const to = startOfIsoDay(fields.to, timeZone);
	const endsAt = to === null ? null : dayStartAfter(to, 1, timeZone);
	if (fields.to !== "" && to === null) problems.to = "day-wrong";
	else if (from !== null && to !== null && to < from) problems.to = "end-early";
	else if (endsAt !== null && endsAt <= now) problems.to = "end-past";
	const uses = fields.uses.trim();
	const maxUses = /^\d{1,7}$/.test(uses) ? Number(uses) : null;
	if (uses !== "" && (maxUses === null || maxUses < 1 || maxUses > MOST_USES)) problems.uses = "uses-wrong";
	if (!code || !kind || typeof value === "string" || Object.keys(problems).length > 0) return { problems };
	return {
		code,
		kind,
		value,
		planKeys: chosen.length === plans.length ? null : chosen.map(({ key }) => key),
		firstOnly: fields.firstOnly,
		startsAt: from,
		endsAt,
		maxUses,
	};
}

function readValue(
	kind: NewPromoCode["kind"],
	typed: string,
	plans: readonly Plan[],
): number | NonNullable<PromoCodeProblems["value"]> {
	if (kind === "sum") {
		const [, rubles = "", kopecks = ""] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed) ?? [];
		const sum = Number(rubles) * 100 + Number(kopecks.padEnd(2, "0"));
		if (sum === 0) return "sum-wrong";
		return plans.every(({ price }) => price - sum >= LEAST) ? sum : "sum-most";
	}
	const number = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
	if (kind === "days") return number >= 1 && number <= MOST_DAYS ? number : "days-wrong";
	return number >= 1 && number <= MOST_PERCENT ? number : "percent-wrong";
}
