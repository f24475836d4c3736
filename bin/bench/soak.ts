import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openSession } from "../../app/accounts/sessions/sessions.server.ts";
import { openDatabase } from "../../app/platform/db/connection.server.ts";
import { somebody } from "../../tests/chat/people.ts";
import { DEFAULT_ANSWER } from "../../tests/support/fakes/fake-model-text.ts";
import { type Instance, startInstance } from "../../tests/support/instance.ts";
import { HARD_ANSWERS } from "./chat/hard-answers.ts";
import { startBaseline } from "./pages/pages.ts";
import type { LiveCounts, LiveOrder, LiveReport } from "./soak/live.ts";
import { flatness, type Sample } from "./soak/memory.ts";
import { type Verdict, verify } from "./soak/verdict.ts";
import { startVisitors, type VisitorCounts } from "./soak/visitors.ts";
import { Filling, somebodySignedIn } from "./support/filling.ts";
import { startProber } from "./support/prober.ts";
import { cpuMs, memoryMb } from "./support/processes.ts";
import { modelled, withDataDir } from "./support/site.ts";
import { type Figure, round } from "./support/table.ts";

const LIVE = 100;
const WARM_UP_MINUTES = 5;
const MINUTE = 60_000;
const TOKEN = "token-of-the-soak";

/** The results of each minute, and of the whole run. */
type Run = {
	samples: Sample[];
	health: number[];
	baseline: number[];
	probeErrors: number;
	live: LiveCounts;
	visitorCounts: VisitorCounts;
};

/**
 * A long run of everything at once: a hundred live answers at any moment and their readers, pages, sign-ins, imports,
 * a hostile archive each minute, rendered hostile messages. Each minute is printed as it ends.
 * @param minutes duration; memory is judged after the first five, or after the first third of a short run
 */
export const measureSoak = (minutes = 20): Promise<Figure[]> =>
	withDataDir(async (folder, database) => {
		const live = fork(join(import.meta.dirname, "soak/live.ts"));
		const [listening] = (await once(live, "message")) as [LiveReport];
		const port = listening.kind === "listening" ? listening.port : 0;
		const people = await createPeople(folder, database);
		const cookies = await cookiesFor(database, minutes);
		const instance = await startInstance({
			env: {
				...modelled({ url: `http://127.0.0.1:${port}/v1` }),
				DATA_DIR: folder,
				TRUST_PROXY: "1",
				METRICS_TOKEN: TOKEN,
			},
		});
		try {
			live.send({ url: instance.url, database, cookies, atOnce: LIVE } satisfies LiveOrder);
			const run = await observe(instance, live, people, minutes);
			const verdict = await verify(database, people.importerId, run.visitorCounts.imported, people.ids);
			const logged = instance.logs().match(/^\{.*$/gm) ?? [];
			for (const line of logged.slice(-20)) console.error(line);
			return figuresOf(run, verdict, minutes);
		} finally {
			await instance.stop();
			live.kill();
		}
	});

/** Creates the people who do not ask, and a conversation that is expensive to render. */
async function createPeople(folder: string, database: string) {
	const [reader, importer, attacker] = [
		await somebodySignedIn(database),
		await somebodySignedIn(database),
		await somebodySignedIn(database),
	];
	const filling = new Filling(folder, 100);
	const long = filling.converse(
		attacker.id,
		HARD_ANSWERS.map((answer) => ({ prompt: "Покажи.", answer })),
	);
	for (let i = 0; i < 20; i++) filling.converse(reader.id, [{ prompt: "Чай?", answer: DEFAULT_ANSWER }]);
	filling.done();
	return {
		reader: reader.cookie,
		importer: importer.cookie,
		importerId: importer.id,
		attacker: attacker.cookie,
		long: `/chat?c=${long}`,
		ids: [reader.id, importer.id, attacker.id],
	};
}

/** Sessions of people who ask until their messages are used: an answer takes twenty seconds. */
async function cookiesFor(database: string, minutes: number): Promise<string[]> {
	const db = await openDatabase(database);
	const count = Math.ceil(LIVE / 3) * Math.ceil((minutes + 2) / 2.5);
	const cookies: string[] = [];
	for (let i = 0; i < count; i++) {
		const client = { ip: "127.0.0.1", userAgent: "" };
		cookies.push(`s=${await openSession(db, await somebody(db), client, null, Date.now())}`);
	}
	await db.destroy();
	return cookies;
}

async function observe(
	instance: Instance,
	live: ChildProcess,
	people: Parameters<typeof startVisitors>[1],
	minutes: number,
): Promise<Run> {
	const pid = instance.process.pid ?? 0;
	const baseline = await startBaseline("ok", "static");
	const prober = await startProber({ ours: `${instance.url}/health`, baseline: baseline.url, everyMs: 50 });
	const visitorCounts: VisitorCounts = {
		pages: 0,
		signIns: 0,
		imports: 0,
		hostile: 0,
		imported: 0,
		later: 0,
		errors: [],
	};
	const run: Omit<Run, "live"> = { samples: [], health: [], baseline: [], probeErrors: 0, visitorCounts };
	const stopVisitors = startVisitors(instance, people, visitorCounts);
	const began = Date.now();
	const sampling = setInterval(() => {
		if (instance.process.exitCode !== null) return;
		run.samples.push({ minute: (Date.now() - began) / MINUTE, mb: memoryMb(pid) });
	}, 1_000);
	let cpu = cpuMs(pid);
	for (let minute = 1; minute <= minutes; minute++) {
		await wait(Math.max(0, began + minute * MINUTE - Date.now()));
		const probed = await (minute === minutes ? prober.stop() : prober.report());
		run.health.push(...probed.ours);
		run.baseline.push(...probed.baseline);
		run.probeErrors += probed.errors;
		const counts = await answerOf<LiveCounts>(live, "report");
		const used = cpuMs(pid) - cpu;
		cpu += used;
		console.error(
			[
				`minute ${minute}: rss ${round(run.samples.at(-1)?.mb ?? 0, 0)} MB, ${await insideOf(instance)}, CPU ${round(used / 600, 0)} %`,
				`/health p50/p99/max ${spread(probed.ours)} ms beside ${spread(probed.baseline)}`,
				`answers ${counts.read} of ${counts.asked}, broken ${counts.broken}, refused ${counts.refused}`,
				`pages ${visitorCounts.pages}, sign-ins ${visitorCounts.signIns}, imports ${visitorCounts.imports}, hostile ${visitorCounts.hostile}, later ${visitorCounts.later}`,
				`errors ${visitorCounts.errors.length + probed.errors}${visitorCounts.errors.length > 0 ? ` (${visitorCounts.errors.at(-1)})` : ""}`,
			].join("; "),
		);
	}
	clearInterval(sampling);
	baseline.end();
	await stopVisitors();
	const counts = await answerOf<LiveCounts>(live, "stop");
	return { ...run, live: counts };
}

/** A child's reply to a command; to «stop» it replies when it has finished its work. */
async function answerOf<T>(child: ChildProcess, command: "report" | "stop"): Promise<T> {
	child.send(command);
	const [message] = await once(child, "message");
	return message as T;
}

/** The server's own metrics: its heap, and how long its event loop was blocked since the last minute. */
async function insideOf({ url }: Instance): Promise<string> {
	const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
	const text = await response.text();
	const value = (name: string) =>
		Number(
			text
				.split("\n")
				.find((line) => line.startsWith(name))
				?.split(" ")[1],
		);
	const heap = value("nodejs_heap_used_bytes") / 2 ** 20;
	const [p99, most] = ["0.99", "1"].map(
		(share) => value(`nodejs_eventloop_delay_seconds{quantile="${share}"}`) * 1_000,
	);
	return `heap ${round(heap, 0)} MB, loop held p99/max ${round(p99 ?? 0, 0)} / ${round(most ?? 0, 0)} ms`;
}

const at = (values: number[], share: number) =>
	values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
const spread = (values: number[]) =>
	`${round(at(values, 0.5))} / ${round(at(values, 0.99))} / ${round(at(values, 1), 0)}`;

function figuresOf(run: Run, verdict: Verdict, minutes: number): Figure[] {
	const { live, visitorCounts } = run;
	const warm = Math.min(WARM_UP_MINUTES, minutes / 3);
	const { slope, ratio } = flatness(run.samples.filter(({ minute }) => minute > warm));
	const peak = Math.max(...run.samples.map(({ mb }) => mb));
	for (const what of [...visitorCounts.errors, ...live.failures, ...verdict.odd]) console.error(what);
	const figure = (what: string, measured: string, bar: string, limit = "–"): Figure => ({
		what,
		measured,
		bar,
		limit,
	});
	return [
		figure(
			`soak of ${minutes} minutes, memory after the first ${round(warm)}: last fifth / first fifth, MB a minute`,
			`${round(ratio, 2)}, ${round(slope, 2)} (${round(peak, 0)} MB at most)`,
			"1.1",
		),
		figure("… /health p50 / p99 / max, ms", spread(run.health), "p99 100", spread(run.baseline)),
		figure(
			"… answers asked for, whole in the database, charged once",
			`${live.asked}, ${verdict.whole}, ${verdict.chargedOnce} of ${verdict.answers}`,
			"all",
		),
		figure("… readers who got to the end", `${live.read} of ${live.asked}`, "all"),
		figure(
			"… conversations imported, that are there",
			`${visitorCounts.imported}, ${verdict.conversations}`,
			"all",
			`${visitorCounts.hostile} hostile archives, ${visitorCounts.later} told to try again later`,
		),
		figure(
			`… errors in ${visitorCounts.pages} pages, ${visitorCounts.signIns} sign-ins, ${visitorCounts.imports} imports, probes`,
			String(visitorCounts.errors.length + run.probeErrors + live.broken),
			"0",
			`${live.refused} questions told to try again later`,
		),
	];
}
