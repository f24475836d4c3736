import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort, startInstance } from "../../../tests/support/instance.ts";
import { cpuMs, memoryMb, treeOf } from "../support/processes.ts";
import { type Figure, median, round } from "../support/table.ts";

const STARTS = 5;

/** The limit: Node that answers one request with one word. */
const BARE = `require("node:http").createServer((q, s) => s.end("x")).listen(+process.env.PORT, "127.0.0.1")`;

type Start = { ms: number; cpu: number };

/**
 * From the start of the process to the first `/login`, on an empty data folder, against the bare limit, alternately;
 * then the memory of the last one when it has been idle for a while, and that of everything `npm start` starts.
 */
export async function measureStart(idleSeconds = 30): Promise<Figure[]> {
	const ours: Start[] = [];
	const bare: Start[] = [];
	let idle = 0;
	let bareIdle = 0;
	for (let i = 0; i < STARTS; i++) {
		bareIdle = await startBare(bare);
		const begun = performance.now();
		const instance = await startInstance({ env: { LOG_LEVEL: "error" } });
		const pid = instance.process.pid ?? 0;
		await (await fetch(`${instance.url}/login`)).text();
		ours.push({ ms: performance.now() - begun, cpu: cpuMs(pid) });
		if (i === STARTS - 1) {
			await wait(idleSeconds * 1_000);
			idle = memoryMb(pid);
		}
		await instance.stop();
	}
	const of = (starts: Start[], key: keyof Start) => median(starts.map((start) => start[key]));
	const figure = (what: string, measured: number, bar: string, limit: number): Figure => ({
		what,
		measured: round(measured, 0),
		bar,
		limit: round(limit, 0),
	});
	return [
		figure("start to the first /login, ms", of(ours, "ms"), "600", of(bare, "ms")),
		figure("… CPU, ms", of(ours, "cpu"), "–", of(bare, "cpu")),
		figure(`memory, idle for ${idleSeconds} s, MB`, idle, "120", bareIdle),
		figure("memory of `npm start` and all it starts, MB", await treeOfNpmStart(idleSeconds), "180", bareIdle),
	];
}

/** @returns its memory in MB */
async function startBare(starts: Start[]): Promise<number> {
	const port = await freePort();
	const begun = performance.now();
	const child = spawn(process.execPath, ["-e", BARE], { env: { PORT: String(port) }, stdio: "ignore" });
	await answers(child, port);
	starts.push({ ms: performance.now() - begun, cpu: cpuMs(child.pid ?? 0) });
	const memory = memoryMb(child.pid ?? 0);
	child.kill();
	await once(child, "exit");
	return memory;
}

async function treeOfNpmStart(idleSeconds: number): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-bench-"));
	const port = await freePort();
	const settings = { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: "error", MODEL_AUTODETECT: "0" };
	const env = { ...process.env, ...settings };
	const npm = spawn("npm", ["start", "--silent"], { env, stdio: "ignore" });
	try {
		await answers(npm, port);
		await wait(idleSeconds * 1_000);
		return treeOf(npm.pid ?? 0).reduce((sum, pid) => sum + memoryMb(pid), 0);
	} finally {
		const ended = once(npm, "exit");
		for (const pid of treeOf(npm.pid ?? 0)) process.kill(pid, "SIGTERM");
		await ended;
		rmSync(folder, { recursive: true, force: true });
	}
}

async function answers(child: ChildProcess, port: number): Promise<void> {
	while (child.exitCode === null) {
		const ready = await fetch(`http://127.0.0.1:${port}/health`).then(
			(answer) => answer.ok,
			() => false,
		);
		if (ready) return;
		await wait(25);
	}
	throw new Error("The process has ended before it answered.");
}
