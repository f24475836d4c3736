import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SERVER, SERVER_SETTINGS } from "../../bin/server-process.mjs";
import { listens } from "./listens.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** As long as tests wait for anything else: beside other programs a start takes many times its second. */
const START_MS = 180_000;

/** The built product, running as a process of its own. */
export type Instance = {
	/** Its public address; by default also where it listens. */
	url: string;
	port: number;
	dataDir: string;
	/** The address of its database. */
	databaseUrl: string;
	process: ChildProcess;
	/** Everything it has written so far. */
	logs: () => string;
	/** Ends it with a signal and removes its data. @returns its exit code */
	stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

export type InstanceOptions = {
	/** Settings beside the defaults. The environment of the tests is not passed on. */
	env?: Record<string, string>;
	/** The command to run instead of our server, in the folder of the project. */
	command?: string[];
	cwd?: string;
};

/** The settings of production, for an instance that is asked under this name through `Host`. */
export const PRODUCTION = {
	APP_URL: "https://chat.example.ru",
	SESSION_SECRET: "not-a-secret-but-long-enough-for-a-test",
	SMTP_URL: "smtp://127.0.0.1:9",
	MAIL_FROM: "Собеседник <robot@chat.example.ru>",
};

/** Starts the built server and waits until it answers. Without `DATA_DIR` it gets a folder of its own. */
export async function startInstance(options: InstanceOptions = {}): Promise<Instance> {
	const { env = {} } = options;
	const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "sobesednik-instance-"));
	const port = Number(env.PORT ?? (await freePort()));
	const { child, logs } = spawnInstance({
		...options,
		env: { ...env, DATA_DIR: dataDir, PORT: String(port) },
	});
	const problem = await answers(child, port, logs).catch((error: Error) => error);
	// Another test was given the same free port, and its server was there first.
	if (problem && env.PORT === undefined && logs().includes(`Порт ${port} занят`))
		return startInstance(options);
	if (problem) throw problem;
	return {
		url: env.APP_URL ?? `http://localhost:${port}`,
		port,
		dataDir,
		databaseUrl: env.DATABASE_URL ?? `sqlite:${join(dataDir, "sobesednik.db")}`,
		process: child,
		logs,
		async stop(signal = "SIGTERM") {
			if (child.exitCode === null && child.signalCode === null) {
				child.kill(signal);
				await once(child, "exit");
			}
			// A copy that it was making is a process of its own, and may still be writing.
			if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
			return child.exitCode;
		},
	};
}

/** Starts an instance that is not expected to live, and waits for its end. */
export async function runInstance(options: InstanceOptions): Promise<{ code: number | null; logs: string }> {
	const { child, logs } = spawnInstance(options);
	// `close` comes after the last of its output, `exit` may come before.
	await once(child, "close");
	return { code: child.exitCode, logs: logs() };
}

function spawnInstance({ env = {}, command = SERVER, cwd = ROOT }: InstanceOptions) {
	if (!existsSync(join(cwd, "build/server/index.js"))) throw new Error("There is no build: npm run build");
	const child = spawn(process.execPath, command, {
		cwd,
		env: {
			PATH: process.env.PATH,
			HOME: process.env.HOME,
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			NODE_ENV: "production",
			...SERVER_SETTINGS,
			// A model that happens to run on this machine is no part of the test.
			MODEL_AUTODETECT: "0",
			...env,
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	let text = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
	return { child, logs: () => text };
}

/**
 * Below the ports that systems give out by themselves (Linux from 32,768 on): while a test starts something anew on its
 * port, none of the hundreds of others is given that one.
 */
const [FIRST_PORT, LAST_PORT] = [12_000, 32_000];
const given = new Set<number>();

/** A port that is free now, and has not been given by this process before. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(FIRST_PORT, LAST_PORT);
		if (given.has(port)) continue;
		given.add(port);
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, "127.0.0.1");
	try {
		await once(server, "listening");
	} catch {
		return false;
	}
	server.close();
	return true;
}

/**
 * Waits for the child's own answer. While it is starting, another test may have been given the same free port: that
 * one's instance would answer in its place, and the test would talk to it and read the database of its own.
 */
async function answers(child: ChildProcess, port: number, logs: () => string): Promise<void> {
	const until = Date.now() + START_MS;
	while (Date.now() < until) {
		if (child.exitCode !== null || child.signalCode !== null) break;
		const ready = await fetch(`http://127.0.0.1:${port}/health`).then(
			(answer) => answer.ok,
			() => false,
		);
		if (ready && child.pid !== undefined && listens(child.pid, port)) return;
		await wait(25);
	}
	child.kill("SIGKILL");
	throw new Error(`The instance did not start:\n${logs()}`);
}
