import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { responseOf } from "./response-of.server.ts";

/** More than any expected response, and small enough for memory. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

export type WireRequest = {
	method: string;
	headers: Record<string, string>;
	body: string | undefined;
	signal: AbortSignal;
	maxBodyBytes?: number;
	lookup?: LookupFunction | undefined;
};

export type WireResponse = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * Makes exactly one request on the wire and reads the response. The global `fetch` does not guarantee one: it retries a
 * response of 421 (also for a POST), and hides a 407. Connections are not kept alive: calls are rare, and a kept
 * connection may be dead by then, which looks like a payment that may have been made.
 * @throws the system's error when there is no response, an `AbortError` when the signal aborts
 */
export async function sendRequest(
	url: URL,
	{ body, maxBodyBytes = MAX_BODY_BYTES, lookup, ...options }: WireRequest,
): Promise<WireResponse> {
	const start = url.protocol === "https:" ? httpsRequest : httpRequest;
	const request = start(url, { ...options, ...(lookup && { lookup }), agent: false });
	request.end(body);
	const message = await responseOf(request);
	return {
		status: message.statusCode ?? 0,
		headers: message.headers,
		text: await readText(message, maxBodyBytes),
	};
}

async function readText(message: IncomingMessage, maxBytes: number): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of message) {
		size += chunk.length;
		if (size > maxBytes) throw Object.assign(new Error("The response is too long"), { code: "EMSGSIZE" });
		chunks.push(chunk);
	}
	return new TextDecoder().decode(Buffer.concat(chunks));
}
