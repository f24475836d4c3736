import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { countDay } from "../../../app/statistics/count-day.server.ts";
import { spanOf } from "../../../app/statistics/statistics-handler.server.ts";
import { PLUS } from "../../../tests/billing/payment-context.ts";
import { startInstance } from "../../../tests/support/instance.ts";
import { load } from "../pages/pages.ts";
import { somebodySignedIn } from "../support/filling.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";
import { measureChangeOnServers } from "./change-on-servers.ts";

const MANY = { people: 100_000, payments: 1_000_000 };
const FEW = { people: 100, payments: 1_000 };
const DAY = 86_400_000;
const SECONDS = 3;
const TURNS = 3;
const ZONE = "Europe/Moscow";

const PAGES = [
	["/admin", "/admin"],
	["/admin/people", "/admin/people"],
	["/admin/people, the 1 000th page", "/admin/people?after=account-0050000"],
	["/admin/payments", "/admin/payments"],
	["/admin/payments, the 1 000th page", "/admin/payments?after=purchase-0950000"],
	["/admin/people, a search", "/admin/people?q=person009"],
	["/admin/payments, a search", "/admin/payments?q=person0099999"],
	["/admin/state", "/admin/state"],
] as const;

/** The operator's screens of an installation with many people against one with few, and what counting its day costs. */
export const measureOperatorScreens = (): Promise<Figure[]> =>
	withDataDir((many, manyUrl) =>
		withDataDir(async (few, fewUrl) => {
			fill(many, MANY);
			fill(few, FEW);
			const counted = await counting(manyUrl);
			await counting(fewUrl);
			const cookies = [await owner(many, manyUrl), await owner(few, fewUrl)] as const;
			return [...counted, ...(await pages(many, few, cookies)), ...(await measureChangeOnServers())];
		}),
	);

async function pages(many: string, few: string, cookies: readonly [string, string]): Promise<Figure[]> {
	const start = (folder: string) => startInstance({ env: { DATA_DIR: folder, LOG_LEVEL: "error" } });
	const [big, small] = [await start(many), await start(few)];
	try {
		const figures: Figure[] = [];
		for (const [what, path] of PAGES) {
			const cost = async ({ url, process }: typeof big, cookie: string, at: string) =>
				(await load(url + at, process.pid ?? 0, SECONDS, { Cookie: cookie })).cpuUs / 1_000;
			const costs: [number[], number[]] = [[], []];
			for (let turn = 0; turn < TURNS; turn++) {
				costs[0].push(await cost(big, cookies[0], path));
				costs[1].push(await cost(small, cookies[1], path.replace(/\?.*/, "")));
			}
			const [ours, limit] = [median(costs[0]), median(costs[1])];
			figures.push({
				what: `${what} with ${MANY.people.toLocaleString("en")} people and ${MANY.payments.toLocaleString("en")} payments, CPU ms`,
				measured: `${round(ours)} (${round(ours / limit, 2)} × the first page with ${FEW.people})`,
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
async function counting(url: string): Promise<Figure[]> {
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
				what: `counting a day of ${MANY.people.toLocaleString("en")} people, CPU ms every ten minutes`,
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

async function owner(folder: string, url: string): Promise<string> {
	const { id, cookie } = await somebodySignedIn(url);
	const file = new DatabaseSync(join(folder, "sobesednik.db"));
	file.prepare("insert into staff (account_id, role, granted_at) values (?, 'owner', 1)").run(id);
	file.close();
	return cookie;
}

/**
 * Writes rows directly, a statement a table: people of a year, each tenth asked today; payments of a year; figures of
 * thirty days and ten models.
 */
function fill(folder: string, { people, payments }: typeof MANY): void {
	const file = new DatabaseSync(join(folder, "sobesednik.db"));
	const now = Date.now();
	const numbers = (count: number) =>
		`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
	try {
		for (const pragma of ["synchronous = off", "cache_size = -200000"]) file.exec(`pragma ${pragma}`);
		file.exec("begin");
		file.exec(`insert into accounts (id, email, state, created_at) ${numbers(people)}
			select printf('account-%07d', i), printf('person%07d@example.ru', i), 'active',
				${now - 365 * DAY} + i * ${Math.floor((365 * DAY) / people)} from n`);
		file.exec(`insert into conversations (id, account_id, title, created_at, updated_at) ${numbers(people)}
			select 'c' || i, printf('account-%07d', i), 'Т', ${now}, ${now} from n`);
		file.exec(`insert into prompts (id, conversation_id, account_id, text, created_at) ${numbers(people)}
			select 'p' || i, 'c' || i, printf('account-%07d', i), 'Вопрос',
				case when i % 10 = 0 then ${now - 1_000} else ${now - 20 * DAY} end from n`);
		file.exec(`insert into answers (id, prompt_id, conversation_id, account_id, model, state, text, reasoning,
				created_at, ended_at, attempts, tokens_in, tokens_out, first_piece_ms) ${numbers(people)}
			select 'a' || i, 'p' || i, 'c' || i, printf('account-%07d', i), 'model-' || (i % 7), 'done', 'Ответ', '',
				${now}, case when i % 10 = 0 then ${now - 500} else ${now - 20 * DAY} end, 1, 900, 300, i % 5000 from n`);
		const plan = JSON.stringify(PLUS).replaceAll("'", "''");
		file.exec(`insert into purchases (id, account_id, plan_key, plan, amount, receipt_email, gateway, state,
				created_at, ended_at) ${numbers(payments)}
			select printf('purchase-%07d', i), printf('account-%07d', i % ${people}), '${PLUS.key}', '${plan}', 39000,
				'a@example.ru', 'yookassa', 'paid', ${now - 365 * DAY} + i * ${Math.floor((365 * DAY) / payments)},
				${now - 365 * DAY} + i * ${Math.floor((365 * DAY) / payments)} from n`);
		const metrics = ["messages", "tokens-in", "tokens-out", "cost", "failure:timeout", "failure:refused"];
		for (const bound of [100, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000])
			metrics.push(`first-piece:${bound}`);
		const figure = file.prepare("insert into stat_days values (?, ?, ?, '', ?, ?)");
		for (let day = 1; day <= 30; day++) {
			const { day: name } = spanOf(now - day * DAY, ZONE);
			for (const metric of metrics)
				for (let model = 0; model < 10; model++)
					figure.run(name, metric, `model-${model}`, 1_000 + day, 90_000);
			figure.run(name, "counted", "", 1, now);
		}
		file.exec("commit");
	} finally {
		file.close();
	}
}
