import { Agent as HttpAgent, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { getCACertificates } from "node:tls";
import { redact } from "../../http-client/redact.server.ts";
import { CompletionReader } from "./completion-reader.server.ts";
import { textOf } from "./message-parts.server.ts";
import { toolFields, writeBody } from "./openai-messages.server.ts";
import { type Provider, ProviderError, type ProviderEvent } from "./provider.server.ts";
import { asFailure, type Upstream, UpstreamCall } from "./upstream-call.server.ts";
import { upstreamFailure } from "./upstream-failure.server.ts";
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
	/** CA certificates trusted in addition to Node's, as PEM; certificate checks are never disabled. */
	ca?: string;
	/** The server's own ids of models, where they differ from ours. */
	names?: ReadonlyMap<string, string>;
};

const MAX_ERROR_BYTES = 16 * 1024;

/** A provider for a server with OpenAI's `POST /chat/completions` and `stream: true`. */
export function openAiProvider(settings: OpenAiSettings): Provider {
	const url = new URL(settings.baseUrl);
	url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
	const Agent = url.protocol === "https:" ? HttpsAgent : HttpAgent;
	const trusted = settings.ca && { ca: [...getCACertificates("default"), settings.ca] };
	const upstream: Upstream = {
		url,
		agent: new Agent({ keepAlive: true, scheduling: "lifo", ...trusted }),
		newConnections: new Agent({ keepAlive: false, ...trusted }),
		headers: {
			Accept: "text/event-stream",
			...(settings.apiKey && { Authorization: `Bearer ${settings.apiKey}` }),
			...settings.headers,
		},
		connectMs: settings.connectTimeoutMs ?? 10_000,
		idleMs: settings.idleTimeoutMs,
		firstPieceMs: settings.firstPieceTimeoutMs ?? 2 * settings.idleTimeoutMs,
	};
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
				...(settings.supportsUsage && { stream_options: { include_usage: true } }),
			});
			return answer(upstream, body, forLog, signal, (request.tools?.length ?? 0) > 0);
		},
	};
}

async function* answer(
	upstream: Upstream,
	body: string | Buffer,
	forLog: (text: string) => string,
	signal: AbortSignal,
	mayCall: boolean,
): AsyncGenerator<ProviderEvent> {
	if (signal.aborted) return;
	const call = new UpstreamCall(upstream);
	// A field of its own: the signal's getter takes a fiftieth of what a piece costs.
	let aborted = false;
	const onAbort = () => {
		aborted = true;
		call.hangUp();
	};
	signal.addEventListener("abort", onAbort, { once: true });
	const reader = new CompletionReader(forLog, mayCall);
	let breakage: ProviderError | undefined;
	try {
		const response = await call.send(body);
		if (!isGood(response)) throw refusalOf(response.statusCode, await readError(response), forLog, mayCall);
		try {
			const chunks = call.chunksOf(response);
			while (!reader.over) {
				const bytes = await chunks.next();
				if (!bytes) break;
				for (const event of listen(reader, call, bytes)) {
					yield event;
					if (aborted) return;
				}
			}
		} catch (error) {
			breakage = asFailure(error);
		}
		if (signal.aborted) return;
		for (const event of reader.close()) yield event;
		if (breakage && !reader.finished && (breakage.code === "timeout" || !reader.hasOutput)) throw breakage;
		const end = reader.end();
		call.release();
		yield end;
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		signal.removeEventListener("abort", onAbort);
		call.hangUp();
	}
}

/** Parses a chunk of the stream and resets the call's timeouts. */
function listen(reader: CompletionReader, call: UpstreamCall, bytes: Uint8Array): ProviderEvent[] {
	const before = reader.received;
	const events = reader.read(bytes);
	if (reader.finished) call.onFinish();
	else if (reader.hasOutput && reader.received > before) call.onPiece();
	return events;
}

/** Servers say in words that their model, or they themselves, take no tools: with 400, 404, 422 or 500. */
const NAMES_TOOLS = /\btools?\b|tool_|function.?call|--jinja/i;

function refusalOf(
	status: number | undefined,
	body: unknown,
	forLog: (text: string) => string,
	mayCall: boolean,
): ProviderError {
	const failure = upstreamFailure(status, body, forLog);
	const mayBe = mayCall && status !== undefined && [400, 404, 422, 500, 501].includes(status);
	return mayBe && failure.code !== "context-too-long" && NAMES_TOOLS.test(JSON.stringify(body))
		? new ProviderError("tools-refused", failure.detail)
		: failure;
}

const isGood = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300;

/** The body of an error, as JSON or text; the beginning is enough. */
async function readError(response: IncomingMessage): Promise<unknown> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of response) {
			chunks.push(chunk);
			size += chunk.length;
			if (size >= MAX_ERROR_BYTES) break;
		}
	} catch {
		// The status is known; the explanation may be missing.
	}
	const text = Buffer.concat(chunks).toString("utf8", 0, MAX_ERROR_BYTES);
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
