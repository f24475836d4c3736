import { monitorEventLoopDelay } from "node:perf_hooks";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { countDay } from "../../../app/statistics/count-day.server.ts";
import { spanOf } from "../../../app/statistics/statistics-handler.server.ts";
import { startPostgres } from "../../../tests/support/database/postgres-cluster.ts";
import { startInstance } from "../../../tests/support/instance.ts";
import { load } from "../pages/pages.ts";
import { ownerSignedIn } from "../support/filling.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";
import { measureChangeOnServers } from "./change-on-servers.ts";
import { fillInstallation } from "./fill-installation.ts";

const MANY = { people: 100_000, payments: 1_000_000 };
const FEW = { people: 100, payments: 1_000 };
const SECONDS = 3;
const TURNS = 3;
const ZONE = "Europe/Moscow";

/** A place in the middle of the list of people, by when they were here. */
const HALF_WAY = `${Date.now() - 50_000 * 60_000}.account-0050000`;

const PAGES = [
	["/admin", "/admin"],
	["/admin/people", "/admin/people"],
	["/admin/people, the 1 000th page", `/admin/people?after=${HALF_WAY}`],
	["/admin/people, the page before it", `/admin/people?before=${HALF_WAY}`],
	["/admin/people, by registration", "/admin/people?sort=registered"],
	["/admin/people, of a plan of many", "/admin/people?plan=plus-month"],
	["/admin/people, of a plan of few, by registration", "/admin/people?plan=pro-month&sort=registered"],
	["/admin/people, of the free plan", "/admin/people?plan=start"],
	["/admin/people, of plans given", "/admin/people?plan=_given"],
	["/admin/people, without a message left", "/admin/people?state=exhausted"],
	["/admin/people, with messages left", "/admin/people?state=open"],
	["/admin/people, blocked", "/admin/people?state=blocked"],
	["/admin/people, a name of many", `/admin/people?q=${encodeURIComponent("имя")}`],
	["/admin/payments", "/admin/payments"],
	["/admin/payments, the 1 000th page", "/admin/payments?after=purchase-0950000"],
	["/admin/payments, the days of a month", "/admin/payments?view=days"],
	["/admin/people, a search", "/admin/people?q=person009"],
	["/admin/payments, a search", "/admin/payments?q=person0099999"],
	["/admin/state", "/admin/state"],
] as const;

type Database = { name: "SQLite" | "PostgreSQL"; url: string };

/**
 * The operator's screens of an installation with many people against one with few, and what counting its day costs, on
 * both databases; and how soon a change is on three servers.
 */
export const measureOperatorScreens = async (): Promise<Figure[]> => [
	...(await onSqlite()),
	...(await onPostgres()),
	...(await measureChangeOnServers()),
];

const onSqlite = () =>
	withDataDir((_many, many) =>
		withDataDir((_few, few) => measure({ name: "SQLite", url: many }, { name: "SQLite", url: few })),
	);

async function onPostgres(): Promise<Figure[]> {
	const clusters = [await startPostgres(), await startPostgres()];
	try {
		const databases = clusters.map((cluster) => cluster.urlOf("postgres"));
		for (const url of databases) {
			const db = await openDatabase(url);
			await migrate(db);
			await db.destroy();
		}
		const [many = "", few = ""] = databases;
		return await measure({ name: "PostgreSQL", url: many }, { name: "PostgreSQL", url: few });
	} finally {
		for (const cluster of clusters) await cluster.stop();
	}
}

async function measure(many: Database, few: Database): Promise<Figure[]> {
	await fillInstallation(many.url, MANY, ZONE);
	await fillInstallation(few.url, FEW, ZONE);
	const counted = await counting(many);
	await counting(few);
	const cookies = [await ownerSignedIn(many.url), await ownerSignedIn(few.url)] as const;
	return [...counted, ...(await pages(many, few, cookies))];
}

async function pages(many: Database, few: Database, cookies: readonly [string, string]): Promise<Figure[]> {
	// The gateway that the payments went through: those of another one are in no sum.
	const gateway = { PAYMENTS: "yookassa", YOOKASSA_SHOP_ID: "1", YOOKASSA_SECRET_KEY: "test_bench" };
	const start = ({ url }: Database) =>
		startInstance({ env: { DATABASE_URL: url, LOG_LEVEL: "error", ...gateway } });
	const [big, small] = [await start(many), await start(few)];
	try {
		const figures: Figure[] = [];
		for (const [what, path] of PAGES) {
			const cost = ({ url, process }: typeof big, cookie: string, at: string) =>
				load(url + at, process.pid ?? 0, SECONDS, { Cookie: cookie });
			const costs: [number[], number[]] = [[], []];
			const rates: number[] = [];
			for (let turn = 0; turn < TURNS; turn++) {
				const { cpuUs, perSecond } = await cost(big, cookies[0], path);
				costs[0].push(cpuUs / 1_000);
				rates.push(perSecond);
				costs[1].push((await cost(small, cookies[1], path.replace(/\?(?!view).*/, ""))).cpuUs / 1_000);
			}
			const [ours, limit] = [median(costs[0]), median(costs[1])];
			figures.push({
				what: `${many.name}: ${what} with ${MANY.people.toLocaleString("en")} people and ${MANY.payments.toLocaleString("en")} payments, CPU ms`,
				measured: `${round(ours)} (${round(ours / limit, 2)} × the first page with ${FEW.people}; ${round(median(rates), 0)} a second)`,
				bar: "50, 1.5 ×",
				limit: round(limit),
			});
		}
		return figures;
	} finally {
		await big.stop();
		await small.stop();
	}
}

/** Counts today as the job does. */
async function counting({ name, url }: Database): Promise<Figure[]> {
	const db = await openDatabase(url);
	const delay = monitorEventLoopDelay({ resolution: 1 });
	try {
		const now = Date.now();
		const before = process.cpuUsage();
		delay.enable();
		await countDay(
			db,
			spanOf(now, ZONE),
			{ timeZone: ZONE, priceOf: () => ({ in: 30_000, out: 90_000 }) },
			now,
		);
		delay.disable();
		const { user, system } = process.cpuUsage(before);
		return [
			{
				what: `${name}: counting a day of ${MANY.people.toLocaleString("en")} people, CPU ms every ten minutes`,
				measured: round((user + system) / 1_000, 0),
				bar: "–",
				limit: "–",
			},
			{
				what: "… and the longest hold of the event loop meanwhile, ms",
				measured: round(delay.max / 1e6),
				bar: "50",
				limit: "–",
			},
		];
	} finally {
		await db.destroy();
	}
}
