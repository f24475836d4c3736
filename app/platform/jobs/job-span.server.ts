import { recordSpan } from "../tracing/tracing.server.ts";
import type { Performed } from "./perform-job.server.ts";

/** Records a job as a span: its kind, its attempt, and what became of it. */
export function recordJobSpan(
	{ kind, tries }: { kind: string; tries: number },
	performed: Performed,
	startedAt: number,
): void {
	recordSpan({
		name: `job ${kind}`,
		kind: "internal",
		startedAt,
		endedAt: Date.now(),
		attributes: { "sobesednik.job.tries": tries, "sobesednik.job.outcome": performed },
		failed: performed === "failed" || performed === "given-up",
	});
}
