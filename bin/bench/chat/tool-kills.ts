import {
	type KillReport,
	killInTools,
	type Moment,
} from "../../../tests/routes/chat/servers/tools/kill-in-tools.ts";
import { startPostgres } from "../../../tests/support/database/postgres-cluster.ts";
import { type Figure, round } from "../support/table.ts";

/** Kills servers at random moments of answers that call tools of each effect: half on SQLite, half on PostgreSQL. */
export async function measureToolKills(kills = 200): Promise<Figure[]> {
	const moments = Array<Moment>(Math.ceil(kills / 2)).fill("random");
	const postgres = await startPostgres({ durable: true });
	try {
		return [
			...figuresOf("SQLite", moments.length, await killInTools(null, moments)),
			...figuresOf(
				"PostgreSQL, two servers",
				moments.length,
				await killInTools(postgres.urlOf("postgres"), moments),
			),
		];
	} finally {
		await postgres.stop();
	}
}

function figuresOf(
	where: string,
	kills: number,
	{ answers, heard, unknown, slowestMs, wrong }: KillReport,
): Figure[] {
	for (const line of wrong) console.error(line);
	const { read, keyed, unsafe } = heard;
	return [
		{
			what: `${kills} × kill -9 in ${answers} answers with tools, ${where}: unsafe calls heard twice, other faults`,
			measured: `${unsafe.repeated} of ${unsafe.calls} (${unknown} «unknown»), ${wrong.length}`,
			bar: "0, 0",
			limit: `${read.repeated} of ${read.calls} that read and ${keyed.repeated} of ${keyed.calls} keyed were repeated`,
		},
		{
			what: "… the last answer ended after the next start, s, at most",
			measured: round(slowestMs / 1_000),
			bar: "30",
			limit: "–",
		},
	];
}
