import type { MiddlewareFunction } from "react-router";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { toDecimal } from "../../../billing/rubles.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { accountContext } from "../../../platform/http/context.server.ts";
import { csvLine, csvResponse } from "../../../platform/http/csv.server.ts";
import { type Period, readPeriod } from "../../../statistics/read-period.server.ts";
import { periodOf, titleOf } from "./load-overview.server.ts";

type Cell = string | number | null;

const { models } = texts.overview;

/**
 * Answers `?format=csv&table=…` with a table of the screen as a file, for staff who may see it; everything else goes on
 * to the page. Numbers are plain; sums are in roubles, times in seconds.
 */
export const sendCsv: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const query = new URL(request.url).searchParams;
	const role = context.get(accountContext)?.role;
	const name = query.get("table") ?? "messages";
	const table = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
	const isFile = request.method === "GET" && query.get("format") === "csv";
	if (!isFile || !table || !role || !mayDo(role, "statistics")) return next();
	const withMoney = mayDo(role, "money");
	if (table.needsMoney && !withMoney) return next();
	const period = await readPeriod(db(), periodOf(query), config.timeZone);
	async function* lines() {
		for (const line of table?.lines(period, withMoney) ?? []) yield csvLine(line);
	}
	return csvResponse(name, lines(), config.timeZone);
};

function messages(period: Period): Cell[][] {
	const columns = period.models.map((model) => period.byDay("messages", { model }).map(({ count }) => count));
	return [
		[texts.overview.charts.day, ...period.models.map(titleOf)],
		...period.days.map((day, i) => [day, ...columns.map((column) => column[i] ?? 0)]),
	];
}

const money = (period: Period): Cell[][] => [
	[texts.overview.charts.day, texts.overview.charts.income, texts.overview.charts.refunds],
	...period.days.map((day) => [
		day,
		decimal(period.total("income", { day }).sum),
		decimal(period.total("refunds", { day }).sum),
	]),
];

const firstPiece = (period: Period): Cell[][] => [
	[texts.overview.charts.day, texts.overview.charts.p50, texts.overview.charts.p95],
	...period.days.map((day) => {
		const times = period.firstPiece({ day });
		return [day, seconds(times?.p50), seconds(times?.p95)];
	}),
];

const people = (period: Period): Cell[][] => [
	[texts.overview.charts.day, texts.overview.charts.active, texts.overview.charts.registered],
	...period.days.map((day) => [
		day,
		period.total("active-1", { day }).count,
		period.total("registered", { day }).count,
	]),
];

function byModel(period: Period, withMoney: boolean): Cell[][] {
	const head = [models.model, models.messages, models.tokensIn, models.tokensOut, models.ofThemEstimated];
	return [
		[...head, ...(withMoney ? [models.cost] : []), models.p50, models.p95, models.failures],
		...period.models.map((model) => {
			const cost = period.total("cost", { model });
			const times = period.firstPiece({ model });
			const sum = (metric: "tokens-in" | "tokens-out" | "tokens-estimated") =>
				period.total(metric, { model }).sum;
			return [
				titleOf(model),
				period.total("messages", { model }).count,
				sum("tokens-in"),
				sum("tokens-out"),
				sum("tokens-estimated"),
				...(withMoney ? [cost.count > 0 ? decimal(cost.sum) : null] : []),
				seconds(times?.p50),
				seconds(times?.p95),
				period.byCode("failure", { model }).reduce((all, [, count]) => all + count, 0),
			];
		}),
	];
}

const byCode = (period: Period): Cell[][] => [
	[texts.overview.failures.code, texts.overview.failures.count],
	...period.byCode("failure"),
];

/** With a comma, as a Russian spreadsheet reads it. */
const decimal = (kopecks: number) => toDecimal(kopecks).replace(".", ",");
const seconds = (ms: number | undefined) =>
	ms === undefined ? null : (ms / 1_000).toFixed(3).replace(".", ",");

/** The tables that a file can be of: what stands behind each chart, and the two lists. */
const TABLES: Record<
	string,
	{ needsMoney: boolean; lines: (period: Period, withMoney: boolean) => Cell[][] }
> = {
	messages: { needsMoney: false, lines: messages },
	money: { needsMoney: true, lines: money },
	"first-piece": { needsMoney: false, lines: firstPiece },
	people: { needsMoney: false, lines: people },
	models: { needsMoney: false, lines: byModel },
	failures: { needsMoney: false, lines: byCode },
};
