import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { rubles } from "../../../billing/rubles.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { type Need, readNeeds } from "../../../doctor/needs.server.ts";
import { config } from "../../../platform/config.server.ts";
import { minuteOf, nearDayOf, timeOf } from "../../../platform/dates/dates.server.ts";
import { startOfIsoDay } from "../../../platform/dates/day-boundaries.server.ts";
import { readDatabaseTime } from "../../../platform/db/database-clock.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type Period, readPeriod } from "../../../statistics/read-period.server.ts";
import { chartsOf } from "./charts.server.ts";
import { failuresOf, modelsOf } from "./models-figures.server.ts";
import { numberOf, shareOf } from "./numbers.server.ts";
import { readPresent } from "./present.server.ts";

/** For how many days the screen can be asked. */
export const PERIODS = [1, 7, 30] as const;
export type PeriodDays = (typeof PERIODS)[number];

/** The period of an address; another number is a month. */
export const periodOf = (query: URLSearchParams): PeriodDays =>
	PERIODS.find((days) => String(days) === query.get("days")) ?? 30;

/** The figures of some days, as the role may see them, and what needs an act. */
export async function loadOverview(staff: Staff, query: URLSearchParams) {
	const days = periodOf(query);
	const now = await readDatabaseTime(db());
	const withMoney = mayDo(staff.role, "money");
	const maySeeState = mayDo(staff.role, "state");
	const [period, needs, present] = await Promise.all([
		readPeriod(db(), days, config.timeZone, now),
		maySeeState ? readNeeds(db(), config, now) : [],
		readPresent(db(), now, titleOf, maySeeState),
	]);
	const isCounted = period.countedAt !== null;
	return {
		days,
		withMoney,
		counted:
			period.countedAt === null
				? null
				: { from: dayName(period.days[0]), to: dayName(period.days.at(-1)), at: timeOf(period.countedAt) },
		needs: needs.map(describe),
		figures: isCounted ? figuresOf(period, withMoney) : null,
		present,
		charts: days > 1 && isCounted ? chartsOf(period, titleOf, withMoney) : [],
		models: modelsOf(period, titleOf, withMoney),
		failures: failuresOf(period),
	};
}

/** The name of a model; the id of one that is gone. */
export const titleOf = (id: string): string =>
	chatServices().catalogue.models.find((model) => model.id === id)?.title ?? id;

const dayName = (day = "") => nearDayOf(startOfIsoDay(day, config.timeZone) ?? 0);

function figuresOf(period: Period, withMoney: boolean) {
	const today = period.days.at(-1) ?? "";
	const of = (metric: Parameters<Period["total"]>[0]) => period.total(metric);
	const ofToday = (metric: Parameters<Period["total"]>[0]) => period.total(metric, { day: today });
	const registered = of("registered").count;
	const converted = of("converted").count;
	const cost = of("cost");
	return {
		registered: numberOf(registered),
		asked: numberOf(of("asked").count),
		registeredToday: numberOf(ofToday("registered").count),
		active: {
			month: numberOf(ofToday("active-30").count),
			week: numberOf(ofToday("active-7").count),
			day: numberOf(ofToday("active-1").count),
		},
		messages: numberOf(of("messages").count),
		messagesToday: numberOf(ofToday("messages").count),
		money: withMoney
			? {
					income: rubles(of("income").sum),
					incomeToday: rubles(ofToday("income").sum),
					payments: numberOf(of("income").count),
					refunded: rubles(of("refunds").sum),
					refunds: numberOf(of("refunds").count),
					/** Null: no model has a price. */
					cost: cost.count > 0 ? rubles(cost.sum) : null,
					converted: shareOf(converted, registered),
					paid: numberOf(converted),
					all: numberOf(registered),
				}
			: null,
	};
}

/** The data that the sentences of all kinds take. */
const NO_VALUES = { name: "", since: "", overdue: "", givenUp: "", number: "", age: "", used: "" };

/** A need with the values of its sentence as that says them. */
function describe(need: Need) {
	return {
		kind: need.kind,
		subject: need.kind === "down" ? need.subject : null,
		/** The details that are known of it, in place of a ready sentence. */
		problem: "problem" in need ? need.problem : null,
		values: { ...NO_VALUES, ...valuesOf(need) },
	};
}

function valuesOf(need: Need): Partial<typeof NO_VALUES> {
	switch (need.kind) {
		case "down":
			return { name: need.name, since: minuteOf(need.since) };
		case "disk":
			return { used: shareOf(need.used, 1) };
		case "jobs":
			return { overdue: numberOf(need.overdue), givenUp: numberOf(need.givenUp) };
		case "refunds":
		case "payments":
		case "details":
			return { number: numberOf(need.number) };
		case "lateBackup":
			return { age: need.age };
		default:
			return {};
	}
}

export type LoadedOverview = Awaited<ReturnType<typeof loadOverview>>;
