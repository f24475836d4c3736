import type { ServerResponse } from "node:http";
import { stall } from "../stall.ts";
import { answerMcp, type McpScript } from "./fake-mcp.ts";
import { json, startHttpFake, switchProtocols } from "./http-fake.ts";

/** How the server sends what it answers. */
export type McpHttpManner = "json" | "stream" | "broken-stream" | "redirect" | "breaks" | "switches" | "500";

/**
 * A scripted MCP server behind an address. In the older era it has sessions and refuses a request without one; in the
 * newer one it compares the headers of a request with its body.
 */
export async function startFakeMcp(script: McpScript) {
	let manner: McpHttpManner = "json";
	let sessions = 0;
	let forgotten = false;
	let left = 0;
	let pauseMs = 0;
	let stallMs = 0;
	const fake = await startHttpFake((request, response) => {
		response.on("close", () => {
			if (!response.writableFinished) left++;
		});
		if (request.method === "DELETE") return void response.writeHead(200).end();
		const message = JSON.parse(request.body);
		if (manner === "breaks") return void response.destroy();
		if (manner === "switches") return switchProtocols(response);
		if (manner === "500") return json(response, 500, { oops: true });
		if (manner === "redirect") return void response.writeHead(307, { location: "/elsewhere" }).end();
		if (message.id === undefined) return void response.writeHead(202).end();
		const refusal = refusalOf(message, request.headers, script);
		if (refusal) return json(response, refusal.status, refusal.body);
		if (script.era === "legacy" && message.method === "initialize") {
			sessions++;
			forgotten = false;
			response.setHeader("mcp-session-id", `session-${sessions}`);
		} else if (forgotten) return json(response, 404, rpcError(message.id, -32001, "Session not found"));
		if (script.fault === "call-floods" && message.method === "tools/call") return flood(response);
		const reply = answerMcp(message, script);
		if (reply === "dies") response.destroy();
		else if (reply !== null && message.method === "tools/call" && pauseMs > 0)
			setTimeout(send, pauseMs, response, manner, message.id, reply);
		else if (reply !== null) send(response, manner, message.id, reply);
		if (message.method === "tools/call") stall(stallMs);
	});
	return {
		...fake,
		script,
		manner(next: McpHttpManner) {
			manner = next;
		},
		/** How long a call takes from now on, in milliseconds. */
		slow(ms: number) {
			pauseMs = ms;
		},
		/** How long this process, with whoever calls in it, stands still after each call, in milliseconds. */
		stallAfterCalls(ms: number) {
			stallMs = ms;
		},
		forget() {
			forgotten = true;
		},
		sessions: () => sessions,
		/** Requests that the client has given up. */
		left: () => left,
		/** The messages of one method that were heard, with their headers. */
		heard: (method: string) =>
			fake.requests
				.filter(({ body }) => body !== "" && JSON.parse(body).method === method)
				.map(({ body, headers }) => ({ ...JSON.parse(body), headers })),
	};
}

const rpcError = (id: unknown, code: number, message: string) => ({
	jsonrpc: "2.0",
	id,
	error: { code, message },
});

type Headers = Record<string, string | string[] | undefined>;

function refusalOf(
	message: { id: unknown; method: string; params?: Record<string, unknown> },
	headers: Headers,
	{ era }: McpScript,
) {
	if (era === "legacy")
		return message.method === "initialize" || headers["mcp-session-id"]
			? null
			: { status: 400, body: rpcError(null, -32000, "Bad Request: No valid session ID provided") };
	const isRight =
		headers["mcp-protocol-version"] === "2026-07-28" &&
		headers["mcp-method"] === message.method &&
		(message.method !== "tools/call" || headers["mcp-name"] === message.params?.name);
	return isRight ? null : { status: 400, body: rpcError(message.id, -32020, "Header mismatch") };
}

/** Thousands of requests of its own come before an answer that never comes. */
function flood(response: ServerResponse): void {
	response.writeHead(200, { "content-type": "text/event-stream" });
	for (let id = 0; id < 5_000; id++)
		response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: `asks-${id}`, method: "ping" })}\n\n`);
}

function send(response: ServerResponse, manner: McpHttpManner, id: unknown, reply: object | string): void {
	const text = typeof reply === "string" ? reply : JSON.stringify(reply);
	if (manner === "json" || typeof reply === "string")
		return void response.writeHead(200, { "content-type": "application/json" }).end(text);
	const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } };
	const asked = { jsonrpc: "2.0", id: `asks-${id}`, method: "ping" };
	response.writeHead(200, { "content-type": "text/event-stream" });
	response.write(
		`: hello\n\nid: 1\ndata:\n\ndata: ${JSON.stringify(progress)}\n\ndata: ${JSON.stringify(asked)}\n\n`,
	);
	if (manner === "broken-stream") response.end();
	// It is left open, as some servers leave it.
	else response.write(`event: message\ndata: ${text}\n\n`);
}
