/**
 * A process for `start-stop.test.ts`: imports every server module, then starts and stops the application, and prints
 * as JSON what was open, which files there were and which services were provided after each step.
 */
import { createHook } from "node:async_hooks";
import { globSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Service } from "../../app/platform/service.server.ts";

/** The process's own output. */
const OUTPUT = new Set(["PipeWrap", "TTYWrap", "FSReqPromise"]);
const DATA_DIR = process.env.DATA_DIR ?? "";

const settled = () => new Promise((done) => setImmediate(() => setImmediate(done)));

/** The accessors that the modules export, by their names. */
const services = new Map<string, Service<unknown>>();
const isService = (value: unknown): value is Service<unknown> =>
	typeof value === "function" && "provide" in value && "withdraw" in value;

function provided(): string[] {
	return [...services].flatMap(([name, service]) => {
		try {
			service();
			return name;
		} catch {
			return [];
		}
	});
}

async function snapshot() {
	await settled();
	return {
		provided: provided(),
		open: process.getActiveResourcesInfo().filter((kind) => !OUTPUT.has(kind)),
		files: readdirSync(DATA_DIR).sort(),
		timers,
		listeners: process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`),
	};
}

/** Timers that were made, also those that do not keep the process alive and are in no list of open resources. */
let timers = 0;
createHook({
	init: (_, type) => {
		if (type === "Timeout") timers++;
	},
}).enable();

const before = await snapshot();
// The entries of a worker thread, of a process and of the server itself run there only.
const modules = globSync(["app/**/*.server.ts", "server/**/*.ts"]).filter(
	(path) => !/(reader-(thread|process)|model-process)\.server\.ts$|^server\/main\.ts$/.test(path),
);
const notImported: string[] = [];
for (const path of modules) {
	const exported = await import(resolve(path)).catch((error: Error) => {
		notImported.push(`${path}: ${error.message.split("\n")[0]}`);
		return {};
	});
	for (const [name, value] of Object.entries(exported)) if (isService(value)) services.set(name, value);
}
const imported = await snapshot();
const { start, stop } = await import(resolve("app/services/start.server.ts"));
await start();
const started = await snapshot();
await stop();
// A connection's socket closes when the other process has read its end, on a busy machine seconds later; what was
// forgotten stays.
let stopped = await snapshot();
for (let i = 0; i < 12_000 && stopped.open.length > 0; i++) {
	await new Promise((done) => setTimeout(done, 10));
	stopped = await snapshot();
}
process.stdout.write(
	`${JSON.stringify({ modules: modules.length, notImported, before, imported, started, stopped })}\n`,
);
