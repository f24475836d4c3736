import { recordSpan } from "../platform/tracing/tracing.server.ts";
import { type Provider, ProviderError } from "./providers/provider.server.ts";

/**
 * A provider each of whose calls becomes a span: model, time to the first piece, tokens, how it ended. Costs a tenth of
 * a piece, so it is used only where traces are sent.
 */
export const withSpans = (provider: Provider): Provider => ({
	async *stream(request, signal) {
		const startedAt = Date.now();
		const attributes: Record<string, string | number | undefined> = { "gen_ai.request.model": request.model };
		let failure: string | undefined;
		try {
			for await (const event of provider.stream(request, signal)) {
				attributes["sobesednik.first_piece_ms"] ??= Date.now() - startedAt;
				if (event.kind === "end") {
					attributes["gen_ai.usage.input_tokens"] = event.usage?.promptTokens;
					attributes["gen_ai.usage.output_tokens"] = event.usage?.completionTokens;
				}
				yield event;
			}
		} catch (error) {
			failure = error instanceof ProviderError ? error.code : "error";
			throw error;
		} finally {
			attributes["error.type"] = failure;
			recordSpan({
				name: `chat ${request.model}`,
				kind: "client",
				startedAt,
				endedAt: Date.now(),
				attributes,
				failed: failure !== undefined,
			});
		}
	},
});
