import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { startInstance } from "../../../tests/support/instance.ts";
import { cpuMs, memoryMb, treeOf } from "../support/processes.ts";
import { type Figure, median, round } from "../support/table.ts";

const STARTS = 5;
const IDLE_MS = 3_000;

/** Nobody is asked at this address: with it a server looks for no model in a file. */
const ELSEWHERE = { MODEL_BASE_URL: "http://127.0.0.1:9/v1", MODELS: "elsewhere" };

type Started = { cpu: number; memory: number; processes: number };

/**
 * Measures the cost of models in files for a server that has none, beside one that does not even look for one; in turn.
 */
export async function measureWithoutModel(): Promise<Figure[]> {
	const [without, elsewhere]: [Started[], Started[]] = [[], []];
	for (let i = 0; i < STARTS; i++) {
		elsewhere.push(await start(ELSEWHERE));
		without.push(await start({}));
	}
	const of = (key: keyof Started) => (starts: Started[]) => median(starts.map((one) => one[key]));
	const figure = (what: string, key: keyof Started, bar: string): Figure => ({
		what,
		measured: round(of(key)(without), 0),
		bar,
		limit: `${round(of(key)(elsewhere), 0)} (with a server of models)`,
	});
	return [
		figure("start without a model in a file, CPU ms", "cpu", "as with a server of models"),
		figure("… memory after 3 s, MB", "memory", "as with a server of models"),
		figure("… processes", "processes", "1"),
		{
			what: "… packages that run models among those of the product",
			measured: String(packagesOfRuntime()),
			bar: "0",
			limit: "–",
		},
	];
}

async function start(env: Record<string, string>): Promise<Started> {
	const instance = await startInstance({ env: { LOG_LEVEL: "error", ...env } });
	try {
		const pid = instance.process.pid ?? 0;
		await (await fetch(`${instance.url}/login`)).text();
		const cpu = cpuMs(pid);
		await wait(IDLE_MS);
		return { cpu, memory: memoryMb(pid), processes: treeOf(pid).length };
	} finally {
		await instance.stop();
	}
}

function packagesOfRuntime(): number {
	const names = (file: string) => Object.keys(JSON.parse(readFileSync(file, "utf8")).packages);
	const own = new Set(names("package-lock.json"));
	// Packages that both need (none of them runs a model) are there without it too.
	return names("app/local-model/runtime/package-lock.json").filter(
		(name) => /llama/.test(name) && own.has(name),
	).length;
}
