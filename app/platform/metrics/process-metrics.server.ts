import { monitorEventLoopDelay } from "node:perf_hooks";
import { config } from "../config.server.ts";
import { gauge, type Metric } from "./metric.server.ts";

// Measured only when `/metrics` is enabled: its timer wakes the process a hundred times a second.
const loopDelay = config.metricsToken ? monitorEventLoopDelay({ resolution: 10 }) : undefined;
loopDelay?.enable();

/** The resources of the process. The delays are those since the last reading. */
export function processMetrics(): Metric[] {
	const memory = process.memoryUsage();
	const delays = [
		["0.5", loopDelay?.percentile(50)],
		["0.99", loopDelay?.percentile(99)],
		["1", loopDelay?.max],
	] as const;
	const values = delays.map(([quantile, nanoseconds = 0]) => ({
		labels: { quantile },
		value: nanoseconds / 1e9,
	}));
	loopDelay?.reset();
	return [
		gauge("process_uptime_seconds", "Time since the start.", process.uptime()),
		gauge("process_resident_memory_bytes", "Resident memory.", memory.rss),
		gauge("nodejs_heap_used_bytes", "Used JavaScript heap.", memory.heapUsed),
		gauge("nodejs_external_memory_bytes", "Memory of buffers.", memory.external),
		{
			name: "nodejs_eventloop_delay_seconds",
			type: "gauge",
			help: "Delay of the event loop.",
			values: () => values,
		},
	];
}
