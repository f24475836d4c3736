import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

/** More than any expected response, and small enough for memory. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * The part of `fetch` that ofetch needs, on node:http(s): one call is one request on the wire. The global `fetch`
 * does not guarantee that: it retries a response of 421 (also for a POST), and hides a 407. Connections are not kept
 * alive: calls are rare, and a kept connection may be dead by then, which looks like a payment that may have been
 * made.
 */
export async function wireFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
	const url = new URL(String(input));
	const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
		method: init.method,
		headers: Object.fromEntries(new Headers(init.headers)),
		signal: init.signal ?? undefined,
		agent: false,
	});
	// `once` handles errors until there is a response, and its body after that. A second error, or one in between,
	// would end the process without a listener.
	request.on("error", () => {});
	request.end(init.body ?? undefined);
	const [message] = (await once(request, "response")) as [IncomingMessage];
	const body = await readAll(message);
	const headers = new Headers();
	for (const [name, value] of Object.entries(message.headers)) if (value) headers.set(name, String(value));
	const status = message.statusCode ?? 0;
	return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
}

async function readAll(message: IncomingMessage) {
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	let size = 0;
	for await (const chunk of message) {
		size += chunk.length;
		if (size > MAX_BODY_BYTES) throw Object.assign(new Error("The answer is too long"), { code: "EMSGSIZE" });
		chunks.push(chunk);
	}
	return new Blob(chunks);
}
