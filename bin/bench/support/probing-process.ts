import { once } from "node:events";
import { Agent, get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** `everyMs`: the pause after each pair of requests. */
export type ProbeOrder = { ours: string; baseline: string; everyMs: number };
/** The durations since the last report, in milliseconds. */
export type ProbeReport = { ours: number[]; baseline: number[]; errors: number };

// The process of `startProber()`, which does nothing else: it requests both addresses in turn, and reports on demand.
const agent = new Agent({ keepAlive: true });

const [order] = (await once(process, "message")) as [ProbeOrder];
let report: ProbeReport = { ours: [], baseline: [], errors: 0 };
let over = false;
// Connections and code are warm before anything counts.
await Promise.all([ask(order.ours), ask(order.baseline)]);
process.send?.("ready");
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
	await wait(order.everyMs);
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
