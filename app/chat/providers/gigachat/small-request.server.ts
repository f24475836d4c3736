import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { responseOf } from "../../../http-client/response-of.server.ts";
import { timeoutSignal } from "../../../platform/concurrency/timeout.server.ts";
import { type Loose, object } from "../delta.server.ts";
import { ProviderError } from "../provider.server.ts";
import { asFailure } from "../upstream/upstream-call.server.ts";
import { upstreamFailure } from "../upstream/upstream-failure.server.ts";

const LIMIT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

type Parts = { headers: Record<string, string>; body: string | Buffer };

/**
 * Posts something small and reads the JSON of the answer.
 * @throws {ProviderError} also for a status that is not 2xx
 */
export type SmallRequest = (url: string, parts: Parts) => Promise<Loose>;

/**
 * @param forLog redacts the server's text
 * @param trusted certificates of authorities, where Node's are not enough
 * @param limitMs for the whole call
 */
export function smallRequests(
	forLog: (text: string) => string,
	trusted: { ca?: string[]; lookup?: LookupFunction } = {},
	limitMs = LIMIT_MS,
): SmallRequest {
	const agents = {
		"http:": new HttpAgent({ keepAlive: false, ...(trusted.lookup && { lookup: trusted.lookup }) }),
		"https:": new HttpsAgent({ keepAlive: false, ...trusted }),
	};
	return async (address, { headers, body }) => {
		const url = new URL(address);
		const secure = url.protocol === "https:";
		const signal = timeoutSignal(limitMs);
		try {
			const request = (secure ? httpsRequest : httpRequest)(url, {
				method: "POST",
				agent: secure ? agents["https:"] : agents["http:"],
				headers: { Accept: "application/json", ...headers, "Content-Length": Buffer.byteLength(body) },
				signal,
			});
			request.end(body);
			const response = await responseOf(request);
			const read = parse(await readText(response));
			const status = response.statusCode ?? 0;
			if (status < 200 || status >= 300) throw upstreamFailure(status, read, forLog);
			return object(read) ?? {};
		} catch (error) {
			if (signal.aborted) throw new ProviderError("timeout", `no answer in ${limitMs} ms`);
			throw asFailure(error);
		}
	};
}

async function readText(response: IncomingMessage): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of response) {
		chunks.push(chunk);
		size += chunk.length;
		if (size >= MAX_BYTES) break;
	}
	return Buffer.concat(chunks).toString("utf8", 0, MAX_BYTES);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
