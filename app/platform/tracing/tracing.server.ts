import type { SendingLimits, Span, SpanExporter } from "./span-exporter.server.ts";
import type { TracingSettings } from "./tracing-settings.server.ts";

let exporter: SpanExporter | undefined;

/**
 * Begins to send traces. The exporter is loaded with the first address: without one there is nothing to load and
 * nothing to measure.
 * @param onProblem called at most once a minute while the receiver refuses or does not answer
 * @param limits for tests
 * @returns sends what is left, and ends it
 */
export async function startTracing(
	settings: TracingSettings | null,
	onProblem: (problem: string) => void,
	limits: SendingLimits = {},
): Promise<() => Promise<void>> {
	if (!settings) return async () => {};
	const { SpanExporter } = await import("./span-exporter.server.ts");
	const started = new SpanExporter({ ...settings, ...limits, onProblem });
	exporter = started;
	return async () => {
		exporter = undefined;
		await started.stop();
	};
}

/** Whether spans are wanted: values that only a span needs are not worked out otherwise. */
export const isTracing = (): boolean => exporter !== undefined;

/** Hands a span over to be sent later. Does nothing without a receiver. */
export const recordSpan = (span: Span): void => exporter?.take(span);
