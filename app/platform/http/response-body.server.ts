import type { MiddlewareFunction } from "react-router";
import { PRIVATE } from "./http.server.ts";

/**
 * Cancels the body of a response to HEAD, first of the root's middleware. The framework answers with the headers alone
 * and drops the body without a word: a file or a connection to the storage would stay open, a live answer would keep
 * its place among those of its account.
 */
export const cancelBodyOfHead: MiddlewareFunction<Response> = async ({ request }, next) => {
	const response = await next();
	if (request.method !== "HEAD" || !response.body) return response;
	await response.body.cancel();
	const { status, statusText, headers } = response;
	return new Response(null, { status, statusText, headers });
};

/**
 * Guards a route whose loader answers with a stream, which nothing asks for as data (`/files.data`): the framework
 * would read the whole stream into one text in memory, and encode that before it sends anything.
 */
export const refuseAsData: MiddlewareFunction<Response> = ({ request }, next) =>
	new URL(request.url).pathname.endsWith(".data")
		? new Response(null, { status: 404, headers: PRIVATE })
		: next();
