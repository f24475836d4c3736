import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { somebody } from "../../../tests/chat/people.ts";
import { type Instance, startInstance } from "../../../tests/support/instance.ts";
import { SERVER } from "../../server-process.mjs";
import { cpuMs, memoryMb, writtenMb } from "../support/processes.ts";
import { type Figure, round } from "../support/table.ts";
import type { Order, Report, Result } from "./live-generator.ts";

const PER_SECOND = 50;
const SECONDS = 10;
const SPREAD_MS = 2_000;
/** An account may have three at once. */
const ANSWERS_EACH = 3;

type Measured = Result & {
	cpu: number;
	cpuUsEach: number;
	memoryEach: number;
	/** Megabytes for each answer. */
	writtenEach: number;
	asked: number;
};

/**
 * Many concurrent answers in one process: the model sends fifty pieces a second to each, a reader reads each. Beside
 * it the baseline proxy, in the same run with the same generator.
 */
export async function measureLiveAnswers(): Promise<Figure[]> {
	const few = [...(await measurePace(100, "p50 10")), ...(await measurePace(400, "p50 30"))];
	const baseline = await measureBaseline(500);
	const half = await measureOurs(500);
	const full = await measureOurs(1_000);
	return [
		...few,
		figure("500 live answers: pieces delivered", delivered(half), "every one", delivered(baseline)),
		figure(
			"… delay of a piece, p50 / p99, ms",
			spread(half.delays),
			"p50 60, p99 120",
			spread(baseline.delays),
		),
		figure("… first piece, p50 / p99, ms", spread(half.firstDelays), "p99 250", spread(baseline.firstDelays)),
		figure("… CPU, %", round(half.cpu, 0), "–", `${round(baseline.cpu, 0)} (parse and one write per 40 ms)`),
		figure("… CPU of a piece, µs", round(half.cpuUsEach), "–", round(baseline.cpuUsEach)),
		figure("… memory per live answer, MB", round(half.memoryEach, 2), "0.5", round(baseline.memoryEach, 2)),
		figure("… CPU of the generator, %", round(half.ownCpu, 0), "–", round(baseline.ownCpu, 0)),
		figure(
			"1 000 live answers: taken, pieces delivered",
			`${full.asked}, ${delivered(full)}`,
			"every one, or 503",
			"–",
		),
		figure("… delay of a piece, p50 / p99, ms", spread(full.delays), "p99 1 000", "–"),
	];
}

async function measurePace(count: number, bar: string): Promise<Figure[]> {
	const baseline = await measureBaseline(count);
	const ours = await measureOurs(count);
	const cpu = ({ cpu, cpuUsEach }: Measured) => `${round(cpu, 0)}, ${round(cpuUsEach)}`;
	return [
		figure(
			`${count} live answers: delay of a piece, p50 / p99, ms`,
			spread(ours.delays),
			bar,
			spread(baseline.delays),
		),
		figure("… CPU, %, and of a piece, µs", cpu(ours), "–", cpu(baseline)),
		figure("… written to the disk for an answer of 500 pieces, MB", round(ours.writtenEach, 2), "–", "0"),
	];
}

const figure = (what: string, measured: string, bar: string, limit: string): Figure => ({
	what,
	measured,
	bar,
	limit,
});
export const delivered = ({ whole, asked }: Measured) => `${round((whole / asked) * 100)} % of answers whole`;
export const spread = (sorted: number[]) => `${round(at(sorted, 0.5))} / ${round(at(sorted, 0.99))}`;
const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

async function measureBaseline(count: number): Promise<Measured> {
	const generator = await startGenerator();
	const proxy = spawn(
		process.execPath,
		[join(import.meta.dirname, "../support/baseline-proxy.ts"), `http://127.0.0.1:${generator.port}`],
		{ stdio: ["ignore", "pipe", "inherit"] },
	);
	const [line] = await once(proxy.stdout, "data");
	const readers = Array.from({ length: count }, () => ({ path: "/", cookie: "" }));
	const measured = await run(generator.child, proxy.pid ?? 0, Number(String(line)), readers);
	proxy.kill();
	return measured;
}

/** Prepares other work on an instance. @returns begins it, once all answers are live */
type Beside = (instance: Instance) => Promise<() => Promise<unknown>>;

/**
 * @param nodeFlags for a profile: `--cpu-prof`
 * @param beside what the server does besides
 */
export const measureOurs = (count: number, nodeFlags: string[] = [], beside?: Beside): Promise<Measured> =>
	onLiveSite(nodeFlags, {}, async ({ db, instance, generator }) => {
		const begin = await beside?.(instance);
		const readers = await askMany(db, instance.url, count);
		return run(generator.child, instance.process.pid ?? 0, instance.port, readers, begin);
	});

type LiveSite = { db: Db; instance: Instance; generator: { child: ChildProcess; port: number } };

/** Runs a measurement on an instance whose model is a generator of live answers, and ends both. */
export async function onLiveSite<T>(
	nodeFlags: string[],
	env: Record<string, string>,
	measure: (site: LiveSite) => Promise<T>,
): Promise<T> {
	const generator = await startGenerator();
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-live-"));
	const instance = await startInstance({
		command: [...nodeFlags, ...SERVER],
		env: {
			MODEL_BASE_URL: `http://127.0.0.1:${generator.port}/v1`,
			MODELS: "test-model",
			MODEL_TITLES: "0",
			LOG_LEVEL: "error",
			DATA_DIR: folder,
			...env,
		},
	});
	const db = await openDatabase(env.DATABASE_URL ?? `sqlite:${join(folder, "sobesednik.db")}`);
	try {
		return await measure({ db, instance, generator });
	} finally {
		await db.destroy();
		await instance.stop();
		generator.child.kill();
		rmSync(folder, { recursive: true, force: true });
	}
}

async function startGenerator(): Promise<{ child: ChildProcess; port: number }> {
	const child = fork(join(import.meta.dirname, "live-generator.ts"));
	const [message] = (await once(child, "message")) as [Report];
	return { child, port: message.kind === "listening" ? message.port : 0 };
}

/** Asks as browsers do. Prompts refused because the process is full are left out. */
export async function askMany(db: Db, url: string, count: number): Promise<Order["readers"]> {
	const readers: Order["readers"] = [];
	let cookie = "";
	for (let i = 0; i < count; i++) {
		if (i % ANSWERS_EACH === 0) {
			const client = { ip: "127.0.0.1", userAgent: "" };
			cookie = `s=${await openSession(db, await somebody(db), client, null, Date.now())}`;
		}
		const promptId = randomUUID();
		const response = await fetch(`${url}/chat`, {
			method: "POST",
			redirect: "manual",
			headers: { Cookie: cookie, Origin: url },
			body: new URLSearchParams({ intent: "ask", promptId, text: "Расскажи подробно." }),
		});
		if (response.status === 503) continue;
		if (response.status !== 303) throw new Error(`A question was answered ${response.status}.`);
		const answer = await db
			.selectFrom("answers")
			.select("id")
			.where("prompt_id", "=", promptId)
			.executeTakeFirstOrThrow();
		readers.push({ path: `/chat/events?answer=${answer.id}`, cookie });
	}
	return readers;
}

async function run(
	generator: ChildProcess,
	pid: number,
	port: number,
	readers: Order["readers"],
	beside: () => Promise<unknown> = async () => {},
): Promise<Measured> {
	const idle = memoryMb(pid);
	const order: Order = {
		pieces: PER_SECOND * SECONDS,
		perSecond: PER_SECOND,
		spreadMs: SPREAD_MS,
		port,
		readers,
	};
	generator.send(order);
	await once(generator, "message");
	const [began, cpuBefore, written] = [performance.now(), cpuMs(pid), writtenMb(pid)];
	const work = beside();
	let peak = idle;
	const watch = setInterval(() => {
		peak = Math.max(peak, memoryMb(pid));
	}, 250);
	const [message] = (await once(generator, "message")) as [Report];
	clearInterval(watch);
	const cpuMsUsed = cpuMs(pid) - cpuBefore;
	await work;
	if (message.kind !== "done") throw new Error("The generator did not finish.");
	return {
		...message.result,
		asked: readers.length,
		cpu: (cpuMsUsed / (performance.now() - began)) * 100,
		cpuUsEach: (cpuMsUsed * 1_000) / message.result.received,
		memoryEach: (peak - idle) / readers.length,
		writtenEach: (writtenMb(pid) - written) / readers.length,
	};
}

if (import.meta.main) {
	// «500», «baseline 500», «500 --cpu-prof --cpu-prof-dir=…».
	const [first = "500", second = "500"] = process.argv.slice(2);
	const measured =
		first === "baseline"
			? await measureBaseline(Number(second))
			: await measureOurs(Number(first), process.argv.slice(3));
	const { delays, firstDelays, ...rest } = measured;
	console.log({ ...rest, delay: spread(delays), first: spread(firstDelays) });
}
