import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { createParser } from "eventsource-parser";
import { responseOf } from "../../http-client/response-of.server.ts";
import { REFUSED_ADDRESS } from "../address-guard.server.ts";
import { McpFailure } from "./mcp-failure.server.ts";
import {
	failureOf,
	MESSAGE_BYTES,
	parseMessage,
	type Result,
	replyTo,
	type ServerMessage,
} from "./messages.server.ts";
import type { McpRequest, Transport, TransportEvents } from "./transport.server.ts";

/** The bytes of all events that come before a result. */
const STREAM_BYTES = 8 * 1024 ** 2;
/** The server's own requests in a stream: each is answered by a request of ours. */
const MOST_REQUESTS = 16;
/** A notification is not worth waiting for longer. */
export const NOTICE_MS = 3_000;
/** The system's codes of a connection that was never made: nothing was sent. */
const NOT_CONNECTED = new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ECONNABORTED",
	REFUSED_ADDRESS,
]);

/** A server behind an address: each message is a request of its own, on a connection of its own, never repeated. */
export class HttpTransport implements Transport {
	readonly isOpen = true;
	readonly #url: URL;
	readonly #events: TransportEvents;
	readonly #lookup: LookupFunction | undefined;
	readonly #noticeMs: number;
	#headers: Record<string, string>;
	#nextId = 1;

	/**
	 * @param lookup finds the addresses of names, and refuses those that may not be connected to
	 * @param noticeMs how long a notification may take
	 */
	constructor(
		url: string,
		headers: Record<string, string>,
		events: TransportEvents,
		lookup?: LookupFunction | undefined,
		noticeMs = NOTICE_MS,
	) {
		this.#url = new URL(url);
		this.#headers = headers;
		this.#events = events;
		this.#lookup = lookup;
		this.#noticeMs = noticeMs;
	}

	keepHeaders(headers: Record<string, string>): void {
		this.#headers = { ...this.#headers, ...headers };
	}

	async request(
		request: McpRequest,
		{ signal, headers = {} }: { signal: AbortSignal; headers?: Record<string, string> },
	): Promise<Result> {
		const id = this.#nextId++;
		let response: IncomingMessage | undefined;
		try {
			response = await this.#post({ jsonrpc: "2.0", id, ...request }, signal, headers);
			const session = response.headers["mcp-session-id"];
			if (typeof session === "string") this.keepHeaders({ "mcp-session-id": session });
			return await this.#resultOf(response, id);
		} catch (error) {
			if (signal.aborted) {
				// A server of the older protocol goes on when it is hung up on.
				if (this.#headers["mcp-session-id"]) void this.notify("notifications/cancelled", { requestId: id });
				throw signal.reason;
			}
			throw error instanceof McpFailure ? error : connectionFailure(error);
		} finally {
			response?.destroy();
		}
	}

	async notify(method: string, params: Record<string, unknown>): Promise<void> {
		await this.#sendAside({ jsonrpc: "2.0", method, params });
	}

	/** Ends the session where there is one. */
	async close(): Promise<void> {
		if (!this.#headers["mcp-session-id"]) return;
		await this.#sendAside(undefined, "DELETE");
	}

	async #sendAside(message: object | undefined, method = "POST"): Promise<void> {
		try {
			const response = await this.#post(message, AbortSignal.timeout(this.#noticeMs), {}, method);
			response.destroy();
		} catch {
			// Nobody waits for it.
		}
	}

	async #post(
		message: object | undefined,
		signal: AbortSignal,
		headers: Record<string, string>,
		method = "POST",
	): Promise<IncomingMessage> {
		const start = this.#url.protocol === "https:" ? httpsRequest : httpRequest;
		const request = start(this.#url, {
			method,
			agent: false,
			signal,
			...(this.#lookup && { lookup: this.#lookup }),
			headers: {
				accept: "application/json, text/event-stream",
				...(message && { "content-type": "application/json" }),
				...this.#headers,
				...headers,
			},
		});
		request.end(message && JSON.stringify(message));
		return responseOf(request);
	}

	async #resultOf(response: IncomingMessage, id: number): Promise<Result> {
		const { statusCode = 0 } = response;
		if (/^text\/event-stream\b/i.test(response.headers["content-type"] ?? "") && statusCode === 200)
			return this.#resultInStream(response, id);
		const text = await readText(response);
		const message = parseMessage(text);
		if (message?.kind === "error") throw failureOf(message.error, statusCode);
		if (statusCode >= 300 || statusCode < 200) throw new McpFailure("refused", { httpStatus: statusCode });
		if (message?.kind === "result" && message.id === id) return message.result;
		throw new McpFailure("interrupted");
	}

	async #resultInStream(response: IncomingMessage, id: number): Promise<Result> {
		let found: ServerMessage | null = null;
		let isTooLong = false;
		let requests = 0;
		const parser = createParser({
			maxBufferSize: MESSAGE_BYTES,
			onEvent: ({ data }) => {
				const message = data === "" || found || isTooLong ? null : parseMessage(data);
				if (!message) return;
				if (message.kind === "request") {
					requests++;
					isTooLong ||= requests > MOST_REQUESTS;
					if (!isTooLong) void this.#sendAside(replyTo(message));
				} else if (message.kind === "notification") this.#events.onNotification(message.method);
				else if (message.id === id) found = message;
			},
			onError: ({ type }) => {
				isTooLong ||= type === "max-buffer-size-exceeded";
			},
		});
		const decoder = new TextDecoder();
		let bytes = 0;
		for await (const chunk of response as AsyncIterable<Buffer>) {
			bytes += chunk.length;
			parser.feed(decoder.decode(chunk, { stream: true }));
			if (isTooLong || bytes > STREAM_BYTES) throw new McpFailure("too-large");
			const message = found as ServerMessage | null;
			if (!message) continue;
			if (message.kind === "error") throw failureOf(message.error);
			if (message.kind === "result") return message.result;
		}
		throw new McpFailure("interrupted");
	}
}

async function readText(response: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of response as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > MESSAGE_BYTES) throw new McpFailure("too-large");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}

function connectionFailure(error: unknown): McpFailure {
	const { code = "" } = error as NodeJS.ErrnoException;
	return new McpFailure(NOT_CONNECTED.has(code) ? "unavailable" : "interrupted", { system: code });
}
