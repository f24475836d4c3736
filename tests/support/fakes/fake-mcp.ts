/**
 * The answers of a scripted MCP server, over any transport. It speaks one era of the protocol, and refuses the other as
 * servers of that era do.
 */

type Message = { id?: number | string; method?: string; params?: Record<string, unknown> };
type Reply = Record<string, unknown>;

/** A fault at the connection, or (`call-…`) when a tool is called. */
export type McpFault =
	| "none"
	| "hangs"
	| "no-json"
	| "huge"
	| "dies"
	| "many-tools"
	| "endless-tools"
	| "odd-tools"
	| "call-hangs"
	| "call-huge"
	| "call-dies"
	| "call-error"
	| "call-odd"
	| "call-asks"
	| "call-markup"
	| "call-requests"
	| "deep-tools"
	| "call-deep"
	| "call-floods";

export type McpScript = { era: "modern" | "legacy"; fault: McpFault; description?: string };

const HUGE = "x".repeat(10 * 1024 ** 2);
/** An object whose innermost value no recursive program reaches. */
const DEEP = `${'{"a":'.repeat(50_000)}{}${"}".repeat(50_000)}`;
const tool = (name: string, description = "Повторяет текст") => ({
	name,
	description,
	inputSchema: {
		type: "object",
		properties: { text: { type: "string", "x-mcp-header": "Text" } },
		required: ["text"],
	},
});

/** A page of a list, nearly as heavy as a message may be. */
const HEAVY_PAGE = Array.from({ length: 90 }, (_, i) => tool(`tool${i}`, "о".repeat(10_000)));

function toolsOf({ fault, description }: McpScript) {
	if (fault === "many-tools")
		return [...Array.from({ length: 499 }, (_, i) => tool(`tool${i}`, "о".repeat(1_500))), tool("echo")];
	if (fault === "odd-tools")
		return ["tool", null, { name: 7 }, { name: "no-schema" }, tool("n".repeat(300)), tool("echo")];
	return [tool("echo", description), tool("pay", description ?? "Платит")];
}

/** @returns null: nothing is answered; a text: it is sent as it is; `dies`: the server ends */
export function answerMcp(message: Message, script: McpScript): Reply | string | "dies" | null {
	const { id, method = "", params = {} } = message;
	if (id === undefined) return null;
	const { era, fault } = script;
	if (fault === "hangs") return null;
	if (fault === "no-json") return "Server is starting up, please wait";
	if (fault === "huge") return HUGE;
	if (fault === "dies") return "dies";
	const result = (value: Reply) => ({
		jsonrpc: "2.0",
		id,
		result: era === "modern" ? { resultType: "complete", ...value } : value,
	});
	const error = (code: number, text: string, data?: unknown) => ({
		jsonrpc: "2.0",
		id,
		error: { code, message: text, data },
	});
	const meta = params._meta as Record<string, unknown> | undefined;
	const isModern = meta?.["io.modelcontextprotocol/protocolVersion"] === "2026-07-28";
	if (era === "modern" && !isModern)
		return error(-32022, "Unsupported protocol version", { supported: ["2026-07-28"] });
	if (method === "server/discover" && era === "modern")
		return result({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } });
	if (method === "initialize" && era === "legacy")
		return result({
			protocolVersion: "2025-11-25",
			capabilities: { tools: { listChanged: true } },
			serverInfo: { name: "fake", version: "1" },
		});
	// Written by hand: such a value cannot be turned into JSON.
	if (method === "tools/list" && fault === "deep-tools")
		return JSON.stringify(
			result({ tools: [{ ...tool("deep"), inputSchema: "DEEP" }, tool("echo")] }),
		).replace('"DEEP"', DEEP);
	if (method === "tools/call" && fault === "call-deep")
		return JSON.stringify(result({ structuredContent: "DEEP" })).replace('"DEEP"', DEEP);
	if (method === "tools/list" && fault === "endless-tools")
		return result({ tools: [tool("echo"), ...HEAVY_PAGE], nextCursor: "more" });
	if (method === "tools/list") return pageOf(toolsOf(script), params.cursor, result);
	if (method === "tools/call") return answerCall(params, script, result, error);
	return error(-32601, "Method not found");
}

/** A list of tools comes in pages of a hundred. */
function pageOf(tools: unknown[], cursor: unknown, result: (value: Reply) => Reply): Reply {
	const from = Number(cursor ?? 0);
	const to = from + 100;
	return result({ tools: tools.slice(from, to), ...(to < tools.length && { nextCursor: String(to) }) });
}

function answerCall(
	params: Record<string, unknown>,
	{ fault }: McpScript,
	result: (value: Reply) => Reply,
	error: (code: number, text: string) => Reply,
): Reply | string | "dies" | null {
	if (fault === "call-hangs") return null;
	if (fault === "call-dies") return "dies";
	if (fault === "call-huge") return result({ content: [{ type: "text", text: HUGE }] });
	if (fault === "call-error") return error(-32602, "Unknown tool: echo");
	if (fault === "call-odd") return result({ content: "not a list" });
	if (fault === "call-asks") return result({ resultType: "input_required", inputRequests: {} });
	if (fault === "call-markup")
		return result({ content: [{ type: "text", text: "<script>alert(1)</script>\u0000\u001b[31m[1]" }] });
	const { text } = params.arguments as { text?: string };
	return result({ content: [{ type: "text", text: `${params.name}: ${text}` }] });
}
