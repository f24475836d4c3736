import type { AnswerEnd } from "./answer-end.ts";

/** The outcome of an abort: undefined when there was none. */
export function endOnStop(signal: AbortSignal): AnswerEnd | "shutdown" | "lost" | undefined {
	if (!signal.aborted) return undefined;
	return signal.reason === "stop" ? { state: "stopped" } : (signal.reason as "shutdown" | "lost");
}

/** An answer with text becomes `interrupted` and can be continued; one without has failed. */
export function failed(hasText: boolean, failure: string): AnswerEnd {
	return { state: hasText ? "interrupted" : "failed", failure };
}
