import type { IncomingMessage } from "node:http";
import { CompletionReader } from "../completion-reader.server.ts";
import { ProviderError, type ProviderEvent } from "../provider.server.ts";
import type { RequestBody } from "../upstream/request-body.server.ts";
import type { Upstream } from "../upstream/upstream.server.ts";
import { asFailure, UpstreamCall } from "../upstream/upstream-call.server.ts";
import { upstreamFailure } from "../upstream/upstream-failure.server.ts";
import { type EffortParam, refusesEffort } from "./effort.server.ts";

const MAX_ERROR_BYTES = 16 * 1024;

/** The parts of a request that a server may refuse: tools, and the duration of reasoning. */
export type Refusable = { mayCall: boolean; effortParam: EffortParam | undefined };

let live = 0;

/** The number of streams that this thread reads. */
export const streamsHere = () => live;

/**
 * Sends one request for a streamed completion and yields what comes, `end` last.
 * @param body is released once the server has answered
 * @param forLog redacts the server's text for the log
 * @throws {ProviderError}
 */
export async function* streamCompletion(
	upstream: Upstream,
	body: RequestBody,
	forLog: (text: string) => string,
	signal: AbortSignal,
	asked: Refusable,
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
	const reader = new CompletionReader(forLog, asked.mayCall);
	let breakage: ProviderError | undefined;
	live++;
	try {
		const response = await call.send(body);
		body.release();
		if (!isGood(response)) throw refusalOf(response.statusCode, await readError(response), forLog, asked);
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
		live--;
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
	{ mayCall, effortParam }: Refusable,
): ProviderError {
	const failure = upstreamFailure(status, body, forLog);
	// Some take either, and not both: tools are worth more.
	if (effortParam && refusesEffort(effortParam, status, body))
		return new ProviderError("effort-refused", failure.detail);
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
