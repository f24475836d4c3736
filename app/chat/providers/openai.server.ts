import { redact } from "../../http-client/redact.server.ts";
import type { AddressGuard } from "../../tools/address-guard.server.ts";
import { textOf } from "./message-parts.server.ts";
import type { Provider } from "./provider.server.ts";
import { streamModel } from "./thread/stream-model.server.ts";
import { openUpstream } from "./upstream/upstream.server.ts";
import { type EffortParam, effortFields } from "./wire/effort.server.ts";
import { toolFields, writeBody } from "./wire/openai-messages.server.ts";
import type { Refusable } from "./wire/stream-completion.server.ts";
import { withoutEcho } from "./without-echo.server.ts";

export type OpenAiSettings = {
	/** Without `/chat/completions`; may have a path and a query. */
	baseUrl: string;
	apiKey?: string;
	headers?: Record<string, string>;
	/** The longest pause between two pieces. */
	idleTimeoutMs: number;
	/**
	 * The longest wait for the first piece, since the model may have to be loaded; by default twice `idleTimeoutMs`, 2
	 * minutes of the usual 1.
	 */
	firstPieceTimeoutMs?: number;
	connectTimeoutMs?: number;
	/** Whether the server supports `stream_options`. Strict servers reject unknown fields, so it is sent only there. */
	supportsUsage?: boolean;
	/** The server's name for the limit of an answer's length. */
	maxTokensParam?: "max_tokens" | "max_completion_tokens";
	/** How the server is told how long to reason; by default `reasoning_effort`. */
	effortParam?: EffortParam | undefined;
	/** CA certificates trusted in addition to Node's, as PEM; certificate checks are never disabled. */
	ca?: string;
	/** Which addresses of names may be connected to; none: all. */
	guard?: AddressGuard | undefined;
	/** The server's own ids of models, where they differ from ours. */
	names?: ReadonlyMap<string, string>;
};

/**
 * A provider for a server with OpenAI's `POST /chat/completions` and `stream: true`.
 * @param stream reads the server's stream
 */
export function openAiProvider(settings: OpenAiSettings, stream = streamModel): Provider {
	const url = new URL(settings.baseUrl);
	url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
	const upstream = openUpstream({
		address: url.href,
		headers: {
			Accept: "text/event-stream",
			...(settings.apiKey && { Authorization: `Bearer ${settings.apiKey}` }),
			...settings.headers,
		},
		ca: settings.ca,
		guard: settings.guard,
		connectMs: settings.connectTimeoutMs ?? 10_000,
		idleMs: settings.idleTimeoutMs,
		firstPieceMs: settings.firstPieceTimeoutMs ?? 2 * settings.idleTimeoutMs,
	});
	const { effortParam = "reasoning_effort" } = settings;
	const secrets = [settings.apiKey ?? "", url.password, ...Object.values(settings.headers ?? {})];

	return {
		stream(request, signal) {
			// A server may quote the last exchange in an error; the redaction searches it for every character of the error.
			const recentText = request.messages
				.slice(-3)
				.map((message) => textOf(message).slice(0, 32_000))
				.join("\n");
			const forLog = (text: string) => withoutEcho(redact(text, secrets, 400), recentText);
			const body = writeBody({
				model: settings.names?.get(request.model) ?? request.model,
				messages: request.messages,
				user: request.user,
				stream: true,
				...(request.maxTokens && { [settings.maxTokensParam ?? "max_tokens"]: request.maxTokens }),
				...toolFields(request.tools),
				...effortFields(effortParam, request.effort),
				...(settings.supportsUsage && { stream_options: { include_usage: true } }),
			});
			const refusable: Refusable = {
				mayCall: (request.tools?.length ?? 0) > 0,
				effortParam: request.effort && effortParam,
			};
			return stream(upstream, body, forLog, signal, refusable);
		},
	};
}
