import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

/** More than any answer we read, and little enough to hold in memory. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * What ofetch needs of `fetch`, on node:http(s): one call is one request on the wire. The global `fetch`
 * does not promise that: it repeats by itself what was answered with 421 (also a POST), and hides a 407.
 * A connection is not kept for the next call: our calls are rare, and a kept one may be dead by then,
 * which looks like a payment that may have been made.
 */
export async function wireFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
	const url = new URL(String(input));
	const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
		method: init.method,
		headers: Object.fromEntries(new Headers(init.headers)),
		signal: init.signal ?? undefined,
		agent: false,
	});
	// Heard by `once` until there is a response, and then where its body is read. A second error, or one in between,
	// would end the server if nobody listened.
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
