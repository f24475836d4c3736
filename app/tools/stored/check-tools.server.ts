import { HttpError } from "../../http-client/http-error.server.ts";
import { timeoutSignal } from "../../platform/concurrency/timeout.server.ts";
import type { SearchSettings } from "../../platform/settings/tools.server.ts";
import { REFUSED_ADDRESS } from "../address-guard.server.ts";
import { HttpTransport } from "../mcp/http-transport.server.ts";
import { McpClient } from "../mcp/mcp-client.server.ts";
import { McpFailure } from "../mcp/mcp-failure.server.ts";
import type { McpServerSettings } from "../mcp/tools-file.server.ts";
import { plainText } from "../page-source.server.ts";
import { SearchRefused } from "../search/search-driver.server.ts";
import { driverOf } from "../search/search-web.server.ts";

/** Why a question had no answer, in our words and never the server's. */
export type ToolCheckFailure =
	| "no-host"
	| "refused-address"
	| "refused-connection"
	| "certificate"
	| "timeout"
	| "redirect"
	| "key"
	| "no-right"
	| "no-json"
	| "rate-limited"
	| "not-search"
	| "not-mcp"
	| "too-large"
	| "broken";

export type ToolCheck = {
	/** Null: it succeeded. */
	failure: ToolCheckFailure | null;
	/** The status of HTTP, where the server answered. */
	status: number | null;
	ms: number;
};

const LIMIT_MS = 20_000;
/** Tools of a server that are shown. */
const MOST_LISTED = 200;
const DESCRIPTION_CHARACTERS = 300;
/** A longer name is no name that the list of tools takes. */
const NAME_CHARACTERS = 300;

/** Searches for one word. Nothing of what is found is passed on but its number. */
export async function checkSearch(
	settings: SearchSettings,
	query: string,
): Promise<ToolCheck & { pages: number }> {
	const began = performance.now();
	const done = (failure: ToolCheckFailure | null, status: number | null, pages = 0) => ({
		failure,
		status,
		pages,
		ms: Math.round(performance.now() - began),
	});
	try {
		const pages = await driverOf(settings)(query, timeoutSignal(LIMIT_MS));
		return done(null, 200, pages.length);
	} catch (error) {
		if (error instanceof SearchRefused) return done("not-search", 200);
		if (!(error instanceof HttpError)) return done("timeout", null);
		const { failure, status = null, detail } = error;
		if (failure === "timeout") return done("timeout", null);
		if (failure === "redirect") return done("redirect", status);
		if (failure === "network") return done(failureOfCode(detail), null);
		// A SearXNG whose settings do not allow JSON answers so.
		if (status === 403 && settings.provider === "searxng") return done("no-json", status);
		return done(status === 404 ? "not-search" : failureOfStatus(status ?? 0), status);
	}
}

export type ListedMcpTool = { name: string; description: string };

/**
 * Asks an MCP server for its tools, on a connection of its own. Follows no redirect.
 * @returns the first tools, and how many more there are
 */
export async function checkMcpServer(
	connection: Extract<McpServerSettings["connection"], { kind: "http" }>,
): Promise<ToolCheck & { tools: ListedMcpTool[]; more: number }> {
	const began = performance.now();
	const done = (failure: ToolCheckFailure | null, status: number | null, tools: ListedMcpTool[] = []) => ({
		failure,
		status,
		tools,
		more: 0,
		ms: Math.round(performance.now() - began),
	});
	const events = { onNotification: () => {}, onClosed: () => {} };
	const transport = new HttpTransport(connection.url, connection.headers, events, connection.lookup);
	const signal = timeoutSignal(LIMIT_MS);
	try {
		const client = await McpClient.connect(transport, signal);
		const { tools } = await client.listTools(signal);
		const named = tools.filter(({ name }) => name.trim() !== "" && name.length <= NAME_CHARACTERS);
		const shown = named.slice(0, MOST_LISTED).map(({ name, description }) => ({
			name,
			description: plainText(description, DESCRIPTION_CHARACTERS),
		}));
		return { ...done(null, 200, shown), more: named.length - shown.length };
	} catch (error) {
		if (!(error instanceof McpFailure)) return done("timeout", null);
		const { kind, httpStatus = null, system } = error;
		if (kind === "too-large") return done("too-large", null);
		if (kind === "error") return done("not-mcp", httpStatus);
		if (kind === "refused")
			return done(httpStatus === 404 ? "not-mcp" : failureOfStatus(httpStatus ?? 0), httpStatus);
		return done(system === "" ? "not-mcp" : failureOfCode(system), null);
	} finally {
		void transport.close();
	}
}

function failureOfStatus(status: number): ToolCheckFailure {
	if (status >= 300 && status < 400) return "redirect";
	if (status === 401) return "key";
	if (status === 402 || status === 403) return "no-right";
	return status === 429 ? "rate-limited" : "broken";
}

function failureOfCode(code: string): ToolCheckFailure {
	if (code === REFUSED_ADDRESS) return "refused-address";
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "no-host";
	if (code === "ECONNREFUSED") return "refused-connection";
	if (code === "EMSGSIZE") return "too-large";
	return /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ALTNAME/.test(code) ? "certificate" : "broken";
}
