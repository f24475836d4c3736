import { once } from "node:events";
import { Agent, get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Requests two addresses alternately, ours and a baseline server's, and reports the durations on demand: in a process of
 * its own, which does nothing else.
 */
export type ProbeOrder = { ours: string; baseline: string };
export type ProbeReport = { ours: number[]; baseline: number[]; errors: number };

const EVERY_MS = 50;
const agent = new Agent({ keepAlive: true });

const [order] = (await once(process, "message")) as [ProbeOrder];
let report: ProbeReport = { ours: [], baseline: [], errors: 0 };
let over = false;
process.on("message", (message) => {
	if (message === "stop") over = true;
	process.send?.(report);
	report = { ours: [], baseline: [], errors: 0 };
});
while (!over) {
	for (const which of ["ours", "baseline"] as const) {
		const began = performance.now();
		const status = await ask(order[which]).catch(() => 0);
		report[which].push(performance.now() - began);
		if (status !== 200) report.errors++;
	}
	await wait(EVERY_MS);
}
agent.destroy();
process.disconnect();

/** @returns the status, once the whole response has arrived */
function ask(url: string): Promise<number> {
	return new Promise((resolve, reject) => {
		get(url, { agent, timeout: 60_000 }, (response) => {
			response.resume();
			response.once("end", () => resolve(response.statusCode ?? 0));
		}).once("error", reject);
	});
}
