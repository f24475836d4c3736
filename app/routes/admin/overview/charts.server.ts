import { rubles } from "../../../billing/rubles.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { config } from "../../../platform/config.server.ts";
import { axisDayOf } from "../../../platform/dates/dates.server.ts";
import { startOfIsoDay } from "../../../platform/dates/day-boundaries.server.ts";
import type { Period } from "../../../statistics/read-period.server.ts";
import type { ChartProps, Series } from "./chart.tsx";
import { numberOf, secondsOf } from "./numbers.server.ts";

export type ChartName = "messages" | "money" | "first-piece" | "people";

/** A chart, and the table of the same values. */
export type ChartData = Pick<ChartProps, "kind" | "days" | "series"> & {
	name: ChartName;
	/** Names of the series, with their sum where they have one. */
	legend: string[];
	columns: string[];
	/** A line a day, the newest first. */
	rows: string[][];
};

/** Beside the most used models the others are one series: more colours nobody tells apart. */
const MODELS = 3;

const labelOf = (day: string) => axisDayOf(startOfIsoDay(day, config.timeZone) ?? 0);

/** The charts that a role sees. @param titleOf what a model is called */
export function chartsOf(
	period: Period,
	titleOf: (model: string) => string,
	withMoney: boolean,
): ChartData[] {
	return [
		// Without a single message the table of models says so.
		...(period.models.length > 0 ? [messages(period, titleOf)] : []),
		...(withMoney ? [money(period)] : []),
		firstPiece(period),
		people(period),
	];
}

type Column = Omit<Series, "values"> & {
	values: (number | null)[];
	format: (value: number) => string;
	/** Said beside the name; none: a sum says nothing. */
	sum?: string;
};

function chart(name: ChartName, kind: ChartProps["kind"], { days }: Period, columns: Column[]): ChartData {
	return {
		name,
		kind,
		days: days.map((day, i) => (i === days.length - 1 ? texts.overview.charts.today : labelOf(day))),
		series: columns.map(({ name: of, values, dash = false, color }) => ({
			name: of,
			values,
			dash,
			...(color && { color }),
		})),
		legend: columns.map(({ name: of, sum }) => (sum === undefined ? of : `${of} · ${sum}`)),
		columns: [texts.overview.charts.day, ...columns.map(({ name: of }) => of)],
		rows: days
			.map((day, i) => [
				labelOf(day),
				...columns.map(({ values, format }) => {
					const value = values[i];
					return value === null || value === undefined ? "—" : format(value);
				}),
			])
			.toReversed(),
	};
}

function messages(period: Period, titleOf: (model: string) => string): ChartData {
	const counts = (model?: string) =>
		period.byDay("messages", model === undefined ? {} : { model }).map(({ count }) => count);
	const first = period.models.slice(0, MODELS);
	const rest = period.models.slice(MODELS);
	const columns: Column[] = first.map((model) => ({
		name: titleOf(model),
		values: counts(model),
		format: numberOf,
		sum: numberOf(period.total("messages", { model }).count),
	}));
	if (rest.length > 0) {
		const of = rest.map(counts);
		const values = period.days.map((_, i) => of.reduce((sum, one) => sum + (one[i] ?? 0), 0));
		const sum = numberOf(values.reduce((all, value) => all + value, 0));
		columns.push({ name: texts.overview.charts.others, values, format: numberOf, sum });
	}
	return chart("messages", "stacked", period, columns);
}

function money(period: Period): ChartData {
	const column = (name: string, metric: "income" | "refunds", color: 1 | 3): Column => ({
		name,
		color,
		// The axis is in roubles; the table is to the kopeck.
		values: period.byDay(metric).map(({ sum }) => sum / 100),
		format: (value) => rubles(Math.round(value * 100)),
		sum: rubles(period.total(metric).sum),
	});
	return chart("money", "beside", period, [
		column(texts.overview.charts.income, "income", 1),
		column(texts.overview.charts.refunds, "refunds", 3),
	]);
}

function firstPiece(period: Period): ChartData {
	const found = period.days.map((day) => period.firstPiece({ day }));
	const column = (title: string, name: "p50" | "p95", look: Pick<Column, "dash" | "color">): Column => ({
		name: title,
		...look,
		values: found.map((one) => (one === null ? null : one[name] / 1_000)),
		format: (value) => secondsOf(value * 1_000),
	});
	return chart("first-piece", "lines", period, [
		column(texts.overview.charts.p50, "p50", { color: 1 }),
		column(texts.overview.charts.p95, "p95", { color: 3, dash: true }),
	]);
}

function people(period: Period): ChartData {
	const column = (
		name: string,
		metric: "active-1" | "registered",
		look: Pick<Column, "dash" | "color">,
	): Column => ({
		name,
		...look,
		values: period.byDay(metric).map(({ count }) => count),
		format: numberOf,
	});
	return chart("people", "lines", period, [
		column(texts.overview.charts.active, "active-1", { color: 2 }),
		column(texts.overview.charts.registered, "registered", { color: 1, dash: true }),
	]);
}
