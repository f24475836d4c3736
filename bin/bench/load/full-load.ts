import { availableParallelism } from "node:os";
import { findNginx } from "../../../tests/support/nginx.ts";
import type { Pace } from "../chat/live-pieces.ts";
import { flatness } from "../soak/memory.ts";
import { type Figure, round } from "../support/table.ts";
import { cpuLine, type Driven, drive, spreadOf, startAnswers } from "./drive.ts";
import { prepare } from "./prepare.ts";
import { onBare, onOurs } from "./sites.ts";
import { type Stored, verifyStored } from "./verify.ts";

const VIEWS_PER_SECOND = 100;
const CONTROL_MINUTES = 1;
/** The pace that the bars of live answers are about: an answer lasts twenty seconds. */
const FAST: Pace = { pieces: 1_000, perSecond: 50 };
/** The pace where two cores hold the generator, three servers, their database and the proxy: forty seconds. */
const SLOW: Pace = { pieces: 400, perSecond: 10 };
const CORES_FOR_FAST = 8;

type Size = Pace & { servers: number; atOnce: number };

/**
 * 400 live answers and 100 page views a second on one process with SQLite.
 * @param minutes of the load, besides a minute of the control
 */
export const measureFullLoad = (minutes = 5): Promise<Figure[]> =>
	measure("full-load", { servers: 1, atOnce: 400, ...FAST }, minutes);

/** 900 live answers and as many page views on three servers with PostgreSQL behind nginx. @param minutes as above */
export async function measureFullLoadOfServers(minutes = 5): Promise<Figure[]> {
	if (!findNginx()) {
		console.error("full-load-servers: nginx is not installed here, so it is left out.");
		return [];
	}
	const pace = availableParallelism() < CORES_FOR_FAST ? SLOW : FAST;
	return measure("full-load-servers", { servers: 3, atOnce: 900, ...pace }, minutes);
}

async function measure(name: string, size: Size, minutes: number): Promise<Figure[]> {
	const { servers, ...order } = size;
	const control = await withGenerator((generator) =>
		onBare(servers, generator.port, ({ port, pids }) => {
			const views = [{ group: "fixed bytes", path: "/page", cookie: "" }];
			const load = { ...order, port, views, servers: pids, cookies: [] };
			const short = Math.min(minutes, CONTROL_MINUTES);
			const run = { name: `${name}, control`, minutes: short, viewsPerSecond: VIEWS_PER_SECOND };
			return drive(generator.child, { ...load, ...run });
		}),
	);
	const [driven, stored] = await withGenerator((generator) =>
		onOurs(servers, generator.port, async ({ port, pids, databaseUrl, logs }) => {
			const people = await prepare(databaseUrl, order, minutes);
			const load = { ...order, ...people, port, servers: pids };
			const run = { name, minutes, viewsPerSecond: VIEWS_PER_SECOND };
			const driven = await drive(generator.child, { ...load, ...run });
			for (const line of (logs().match(/^\{.*$/gm) ?? []).slice(-20)) console.error(`${name}: ${line}`);
			return [driven, await verifyStored(databaseUrl, order.pieces)] as const;
		}),
	);
	return figuresOf(size, minutes, driven, stored, control);
}

type Generator = Awaited<ReturnType<typeof startAnswers>>;

async function withGenerator<T>(use: (generator: Generator) => Promise<T>): Promise<T> {
	const generator = await startAnswers();
	try {
		return await use(generator);
	} finally {
		generator.child.kill();
	}
}

function figuresOf(size: Size, minutes: number, driven: Driven, stored: Stored, control: Driven): Figure[] {
	const { answers, views, samples, cpu } = driven;
	// The first third fills caches and pools.
	const { slope, ratio } = flatness(samples.filter(({ minute }) => minute > minutes / 3));
	const peak = Math.max(...samples.map(({ mb }) => mb));
	const figure = (what: string, measured: string, bar: string, limit: string): Figure => ({
		what,
		measured,
		bar,
		limit,
	});
	const where = size.servers === 1 ? "one process" : `${size.servers} servers behind nginx`;
	const isFast = size.perSecond === FAST.perSecond;
	const wholeOf = ({ whole, begun, pieces }: Driven["answers"]) => `${whole} of ${begun} (${pieces} pieces)`;
	const bare = control.views.groups["fixed bytes"];
	return [
		figure(
			`${size.atOnce} live answers of ${size.perSecond} pieces/s and ${VIEWS_PER_SECOND} views/s for ${minutes} minutes on ${where}: answers delivered whole`,
			wholeOf(answers),
			"all",
			wholeOf(control.answers),
		),
		figure(
			"… answers stored whole, charged once",
			`${stored.whole}, ${stored.chargedOnce} of ${stored.answers}`,
			"all",
			"–",
		),
		figure("… answers for which the model was asked again", `${stored.askedAgain}`, "0", "–"),
		figure(
			"… delay of a piece, p50 / p99 / max, ms",
			spreadOf(answers.all),
			isFast ? "p50 30, p99 120" : "p99 120",
			spreadOf(control.answers.all),
		),
		figure(
			"… first piece, p50 / p99 / max, ms",
			spreadOf(answers.firsts),
			"p99 250",
			spreadOf(control.answers.firsts),
		),
		...Object.entries(views.groups).map(([group, { all }]) =>
			group === "/health"
				? figure(
						"… /health p50 / p99 / max, ms",
						spreadOf(all),
						"p99 100",
						spreadOf((control.views.groups[group] ?? { all }).all),
					)
				: figure(
						`… page: ${group}, p50 / p99 / max, ms`,
						spreadOf(all),
						"–",
						bare ? spreadOf(bare.all) : "–",
					),
		),
		figure(
			`… errors in ${views.views} views, probes and answers`,
			`${views.errors + answers.broken}`,
			"0",
			`${control.views.errors + control.answers.broken}`,
		),
		figure("… questions told to try again", `${answers.refused}`, "0", "–"),
		figure(
			"… memory after the first third: last fifth / first fifth, MB a minute",
			`${round(ratio, 2)}, ${round(slope, 2)} (${round(peak, 0)} MB at most)`,
			"1.1",
			"–",
		),
		figure("… CPU, %", cpuLine(cpu), "–", cpuLine(control.cpu)),
	];
}
