import { Counter, Histogram } from "../../../platform/metrics/metric.server.ts";
import type { ToolOutcome } from "../../../tools/tool.server.ts";

const calls = new Counter("sobesednik_tool_calls_total", "Calls of tools that have run, by tool.");
const failures = new Counter(
	"sobesednik_tool_failures_total",
	"Calls of tools that failed, by tool and reason.",
);
const durations = new Histogram(
	"sobesednik_tool_seconds",
	"How long calls of tools took.",
	[0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
);

export const toolMetrics = [calls, failures, durations];

/**
 * Counts a call that has run.
 * @param tool its name, of the tools that exist: the other names that a model calls would be labels without limit
 */
export function countToolCall(tool: string, outcome: ToolOutcome, ms: number): void {
	calls.add({ tool });
	if (!outcome.ok) failures.add({ tool, code: outcome.code });
	durations.observe(ms / 1_000, { tool });
}
