import { once } from "node:events";
import { Agent, get } from "node:http";
import { type Delays, DelayTally, ownCpu } from "./delays.ts";

/**
 * Page views at an even pace, whether or not those before have been answered, and a probe of `/health` beside them: in
 * a process of its own.
 */
export type ViewsOrder = {
	port: number;
	perSecond: number;
	/** Opened one after another, each group as one row of the report. */
	views: View[];
};
/** `cookie` is empty for a visitor without a session. */
export type View = { group: string; path: string; cookie: string };

export type ViewsReport = {
	views: number;
	errors: number;
	failures: string[];
	/** Since the last report, and in the whole run; `/health` is a group of its own. */
	groups: Record<string, { minute: Delays; all: Delays }>;
	/** Percent of one core since the last report. */
	cpu: number;
};

const HEALTH: View = { group: "/health", path: "/health", cookie: "" };
const HEALTH_EVERY_MS = 50;
const TICK_MS = 5;
/** So many unanswered at once are a failure of their own: the run must not gather them without limit. */
const MOST_OPEN = 2_000;

const [order] = (await once(process, "message")) as [ViewsOrder];
const agent = new Agent({ keepAlive: true });
const tallies = new Map<string, DelayTally>();
const counts = { views: 0, errors: 0, failures: [] as string[] };
const cpu = ownCpu();
let open = 0;
let sent = 0;
const began = performance.now();
const viewing = setInterval(() => {
	const due = Math.floor(((performance.now() - began) / 1_000) * order.perSecond);
	for (; sent < due; sent++) {
		counts.views++;
		view(order.views[sent % order.views.length] ?? HEALTH);
	}
}, TICK_MS);
const probing = setInterval(() => view(HEALTH), HEALTH_EVERY_MS);
process.on("message", (message) => {
	if (message === "stop") {
		clearInterval(viewing);
		clearInterval(probing);
	}
	const groups: ViewsReport["groups"] = {};
	for (const [group, tally] of tallies) groups[group] = { minute: tally.endMinute(), all: tally.all };
	process.send?.({ ...counts, groups, cpu: cpu() } satisfies ViewsReport);
	if (message === "stop") process.disconnect();
});

function fail(what: string): void {
	counts.errors++;
	if (counts.failures.length < 20) counts.failures.push(what);
}

function view({ group, path, cookie }: View): void {
	if (open >= MOST_OPEN) {
		fail(`${path}: ${MOST_OPEN} were not answered yet.`);
		return;
	}
	open++;
	const at = performance.now();
	const host = { host: "127.0.0.1", port: order.port, path, agent, timeout: 60_000 };
	const headers = { Host: `localhost:${order.port}`, ...(cookie && { Cookie: cookie }) };
	const asked = get({ ...host, headers }, (response) => {
		response.resume();
		response.once("end", () => {
			const tally = tallies.get(group) ?? new DelayTally();
			tallies.set(group, tally);
			tally.add(performance.now() - at);
			if (response.statusCode !== 200) fail(`${path} was answered ${response.statusCode}.`);
		});
	});
	asked.once("timeout", () => asked.destroy(new Error("not answered for a minute")));
	asked.once("error", (error) => fail(`${path}: ${error.message}`));
	asked.once("close", () => open--);
}
