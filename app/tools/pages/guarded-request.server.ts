import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { responseOf } from "../../http-client/response-of.server.ts";
import type { PageGuard } from "./page-guard.server.ts";

/**
 * Asks for what is at an address that `guard` has checked: exactly one request, on a connection of its own, to the
 * network address that was checked, never repeated and following nothing.
 * @param about the user agent
 * @throws whatever breaks the connection, and the signal's reason
 */
export async function guardedRequest(
	url: URL,
	guard: PageGuard,
	about: string,
	headers: Record<string, string>,
	signal: AbortSignal,
): Promise<IncomingMessage> {
	const start = url.protocol === "https:" ? httpsRequest : httpRequest;
	const request = start(url, {
		agent: false,
		lookup: guard.lookupFor(url),
		signal,
		headers: { ...headers, "user-agent": about },
	});
	request.end();
	return responseOf(request);
}
