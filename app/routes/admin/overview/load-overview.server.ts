import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { rubles } from "../../../billing/rubles.server.ts";
import { answersComeFrom, chatServices } from "../../../chat/services.server.ts";
import { readNeeds } from "../../../doctor/needs.server.ts";
import { config } from "../../../platform/config.server.ts";
import { nearDayOf, timeOf } from "../../../platform/dates/dates.server.ts";
import { startOfIsoDay } from "../../../platform/dates/day-boundaries.server.ts";
import { readDatabaseTime } from "../../../platform/db/database-clock.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type Period, readPeriod } from "../../../statistics/read-period.server.ts";
import { type LoadedStart, loadStart } from "../start/load-start.server.ts";
import { chartsOf } from "./charts.server.ts";
import { describeNeed } from "./describe-need.server.ts";
import { isRead } from "./is-read.ts";
import { failuresOf, modelsOf } from "./models-figures.server.ts";
import { numberOf, shareOf } from "./numbers.server.ts";
import { readPresent } from "./present.server.ts";
import { readPart } from "./read-part.server.ts";

/** For how many days the screen can be asked. */
export const PERIODS = [1, 7, 30] as const;
export type PeriodDays = (typeof PERIODS)[number];

/** The period of an address; another number is a month. */
export const periodOf = (query: URLSearchParams): PeriodDays =>
	PERIODS.find((days) => String(days) === query.get("days")) ?? 30;

/**
 * The figures of some days, as the role may see them, what needs an act, and what goes on now. Each part is read by
 * itself: one that cannot be read is missing, and takes no other with it.
 */
export async function loadOverview(staff: Staff, query: URLSearchParams) {
	const days = periodOf(query);
	const clock = readDatabaseTime(db());
	const withMoney = mayDo(staff.role, "money");
	const maySeeState = mayDo(staff.role, "state");
	const isFirstRun = config.trial && mayDo(staff.role, "start");
	const [figures, needs, present, start] = await Promise.all([
		readPart("figures", async () => figuresOfDays(days, await clock, withMoney)),
		readPart("needs", async () =>
			(maySeeState ? await readNeeds(db(), config, await clock) : []).map(describeNeed),
		),
		readPart("present", async () => readPresent(db(), await clock, titleOf, maySeeState)),
		readPart("start", async () => (isFirstRun ? stepsLeft(await loadStart(staff)) : NO_STEPS)),
	]);
	return {
		days,
		withMoney,
		isTrial: config.trial,
		mayConnect: mayDo(staff.role, "models") && answersComeFrom().source === "faq",
		figures,
		needs,
		present,
		/** Null: nothing is left to do before people come, or it is somebody else's to do. */
		start: isRead(start) && start.left > 0 ? start : null,
	};
}

const NO_STEPS = { left: 0, all: 0 };

const stepsLeft = ({ steps }: LoadedStart) => ({
	left: steps.filter(({ isDone }) => !isDone).length,
	all: steps.length,
});

/** All that the table of days tells: figures, charts, models and failures. */
async function figuresOfDays(days: PeriodDays, now: number, withMoney: boolean) {
	const period = await readPeriod(db(), days, config.timeZone, now);
	const isCounted = period.countedAt !== null;
	return {
		counted:
			period.countedAt === null
				? null
				: { from: dayName(period.days[0]), to: dayName(period.days.at(-1)), at: timeOf(period.countedAt) },
		sums: isCounted ? figuresOf(period, withMoney) : null,
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

export type LoadedOverview = Awaited<ReturnType<typeof loadOverview>>;
/** The parts of the screen, as read. */
export type OverviewFigures = Awaited<ReturnType<typeof figuresOfDays>>;
export type OverviewSums = ReturnType<typeof figuresOf>;
export type OverviewPresent = Awaited<ReturnType<typeof readPresent>>;
