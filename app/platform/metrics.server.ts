import { createHash, timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { config } from "./config.server.ts";
import { log } from "./log.server.ts";

/** The server's record of a finished request. */
export type RequestRecord = {
	method: string;
	/** Without the query: links in e-mails carry tokens there. */
	path: string;
	/** 499: the client disconnected before the response. */
	status: number;
	ms: number;
	requestId: string;
};

const requests = new Map<string, number>();

// Measured only when `/metrics` is enabled: its timer wakes the process a hundred times a second.
const loopDelay = config.metricsToken ? monitorEventLoopDelay({ resolution: 10 }) : undefined;
loopDelay?.enable();

/** Writes the access log and the counters of `/metrics`. */
export function recordRequest(record: RequestRecord): void {
	const kind = `${Math.floor(record.status / 100)}xx`;
	requests.set(kind, (requests.get(kind) ?? 0) + 1);
	log.info("Запрос", record);
}

/** The process metrics in Prometheus text format. Delays are those since the last scrape. */
export function metricsText(): string {
	const memory = process.memoryUsage();
	const delay = (nanoseconds = 0) => nanoseconds / 1e9;
	const lines = [
		...metric("process_uptime_seconds", "gauge", "Time since the start.", [["", process.uptime()]]),
		...metric("process_resident_memory_bytes", "gauge", "Resident memory.", [["", memory.rss]]),
		...metric("nodejs_heap_used_bytes", "gauge", "Used JavaScript heap.", [["", memory.heapUsed]]),
		...metric("nodejs_external_memory_bytes", "gauge", "Memory of buffers.", [["", memory.external]]),
		...metric("nodejs_eventloop_delay_seconds", "gauge", "Delay of the event loop.", [
			['{quantile="0.5"}', delay(loopDelay?.percentile(50))],
			['{quantile="0.99"}', delay(loopDelay?.percentile(99))],
			['{quantile="1"}', delay(loopDelay?.max)],
		]),
		...metric(
			"http_requests_total",
			"counter",
			"Finished requests by class of status.",
			[...requests].map(([kind, count]) => [`{class="${kind}"}`, count]),
		),
	];
	loopDelay?.reset();
	return `${lines.join("\n")}\n`;
}

function metric(
	name: string,
	type: "gauge" | "counter",
	help: string,
	values: [labels: string, value: number][],
) {
	return [
		`# HELP ${name} ${help}`,
		`# TYPE ${name} ${type}`,
		...values.map(([labels, value]) => `${name}${labels} ${value}`),
	];
}

/** Whether an Authorization header carries the token. Compares in constant time, whatever the lengths. */
export function isMetricsToken(authorization: string | null, token: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));
}
