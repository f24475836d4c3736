import * as v from "valibot";
import { timeoutSignal } from "../../platform/concurrency/timeout.server.ts";
import { isTooDeep } from "../nesting.server.ts";
import { McpFailure } from "./mcp-failure.server.ts";
import type { Result } from "./messages.server.ts";
import { headersOf, headerValue, type ParamHeader } from "./param-headers.server.ts";
import type { Transport } from "./transport.server.ts";

/** The revision without a handshake. */
const MODERN = "2026-07-28";
/** The revisions with one, the newest first. */
const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/** Errors that only a server of the modern revision gives: other headers, a missing capability, another version. */
const MODERN_ERRORS = new Set([-32020, -32021, -32022]);
const CLIENT = { name: "sobesednik", version: "1.0.0" };
/** A server that starts slowly is asked by then too. */
export const PROBE_MS = 10_000;
const MOST_PAGES = 20;
const MOST_TOOLS = 1_000;
/** The descriptions and schemas of all tools of a list. */
const LIST_CHARACTERS = 1_000_000;
/** A list is asked for anew after so long, or when its server says so. */
const LIST_MS = 300_000;
/** The key of a call that may be repeated with the same key; in HTTP the header `Idempotency-Key` has it too. */
const IDEMPOTENCY_KEY = "ru.sobesednik/idempotency-key";

export type McpEra = "modern" | "legacy";

const listedTool = v.object({
	name: v.string(),
	description: v.optional(v.string(), ""),
	inputSchema: v.record(v.string(), v.unknown()),
});
const toolList = v.object({
	tools: v.array(v.unknown()),
	nextCursor: v.optional(v.nullable(v.string())),
	ttlMs: v.optional(v.number()),
});
const discovered = v.object({ supportedVersions: v.array(v.string()) });
const initialized = v.object({ protocolVersion: v.string() });

export type ListedTool = v.InferOutput<typeof listedTool>;

/** A server that is connected to and speaks one of the two eras of the protocol. */
export class McpClient {
	readonly era: McpEra;
	readonly #transport: Transport;

	private constructor(transport: Transport, era: McpEra) {
		this.#transport = transport;
		this.era = era;
	}

	get isOpen(): boolean {
		return this.#transport.isOpen;
	}

	/**
	 * Finds out what the server speaks: it is asked in the modern way first, and by the handshake where it does not
	 * understand that.
	 * @param known the era of the server before it was started anew
	 * @param probeMs how long it may take to answer in the modern way
	 * @throws {McpFailure}
	 * @throws the signal's reason
	 */
	static async connect(
		transport: Transport,
		signal: AbortSignal,
		known?: McpEra,
		probeMs = PROBE_MS,
	): Promise<McpClient> {
		if (known !== "legacy" && (await isModern(transport, signal, probeMs)))
			return new McpClient(transport, "modern");
		const params = { protocolVersion: LEGACY[0], capabilities: {}, clientInfo: CLIENT };
		const result = await transport.request({ method: "initialize", params }, { signal });
		const parsed = v.safeParse(initialized, result);
		if (!parsed.success || !LEGACY.includes(parsed.output.protocolVersion))
			throw new McpFailure("unavailable");
		transport.keepHeaders({ "mcp-protocol-version": parsed.output.protocolVersion });
		await transport.notify("notifications/initialized", {});
		return new McpClient(transport, "legacy");
	}

	/**
	 * The tools of the server, as far as they are tools; and for how long the list holds, in milliseconds.
	 * @param wanted the names of those that are kept
	 * @throws {McpFailure} `too-large`: it lists more than is read
	 */
	async listTools(
		signal: AbortSignal,
		wanted?: ReadonlySet<string>,
	): Promise<{ tools: ListedTool[]; ms: number }> {
		const tools: ListedTool[] = [];
		let ms = LIST_MS;
		let characters = 0;
		let cursor: string | undefined;
		for (let page = 0; page < MOST_PAGES && tools.length < MOST_TOOLS; page++) {
			const result = await this.#request("tools/list", cursor === undefined ? {} : { cursor }, signal);
			const parsed = v.safeParse(toolList, result);
			if (!parsed.success) throw new McpFailure("unavailable");
			for (const tool of parsed.output.tools) {
				const listed = v.safeParse(listedTool, tool);
				if (!listed.success || isTooDeep(listed.output.inputSchema)) continue;
				const { name, description, inputSchema } = listed.output;
				characters += description.length + JSON.stringify(inputSchema).length;
				if (characters > LIST_CHARACTERS) throw new McpFailure("too-large");
				if (wanted?.has(name) !== false) tools.push(listed.output);
			}
			ms = Math.min(ms, Math.max(0, parsed.output.ttlMs ?? ms));
			cursor = parsed.output.nextCursor ?? undefined;
			if (cursor === undefined) break;
		}
		return { tools, ms };
	}

	/** Calls a tool. @param key of a call that may be repeated */
	async call(
		name: string,
		args: Record<string, unknown>,
		{
			key,
			paramHeaders,
			signal,
		}: { key: string | null; paramHeaders: readonly ParamHeader[]; signal: AbortSignal },
	): Promise<Result> {
		return this.#request(
			"tools/call",
			{ name, arguments: args, ...(key !== null && { _meta: { [IDEMPOTENCY_KEY]: key } }) },
			signal,
			{
				...(key !== null && { "idempotency-key": key }),
				...(this.era === "modern" && { "mcp-name": headerValue(name), ...headersOf(paramHeaders, args) }),
			},
		);
	}

	async close(): Promise<void> {
		await this.#transport.close();
	}

	#request(
		method: string,
		params: Record<string, unknown> & { _meta?: Record<string, unknown> },
		signal: AbortSignal,
		headers: Record<string, string> = {},
	): Promise<Result> {
		if (this.era === "legacy") return this.#transport.request({ method, params }, { signal, headers });
		return this.#transport.request(modern(method, params), {
			signal,
			headers: { ...modernHeaders(method), ...headers },
		});
	}
}

const modern = (method: string, { _meta = {}, ...params }: Record<string, unknown> & { _meta?: object }) => ({
	method,
	params: {
		...params,
		_meta: {
			"io.modelcontextprotocol/protocolVersion": MODERN,
			"io.modelcontextprotocol/clientInfo": CLIENT,
			"io.modelcontextprotocol/clientCapabilities": {},
			..._meta,
		},
	},
});

const modernHeaders = (method: string) => ({ "mcp-protocol-version": MODERN, "mcp-method": method });

/** A server that does not understand, refuses or does not answer is an older one. */
async function isModern(transport: Transport, signal: AbortSignal, probeMs: number): Promise<boolean> {
	const timeout = timeoutSignal(probeMs);
	try {
		const result = await transport.request(modern("server/discover", {}), {
			signal: AbortSignal.any([signal, timeout]),
			headers: modernHeaders("server/discover"),
		});
		const parsed = v.safeParse(discovered, result);
		return parsed.success && parsed.output.supportedVersions.includes(MODERN);
	} catch (error) {
		signal.throwIfAborted();
		if (timeout.aborted) return false;
		if (!(error instanceof McpFailure)) throw error;
		if (error.kind === "unavailable" || error.kind === "interrupted" || error.kind === "too-large")
			throw error;
		return MODERN_ERRORS.has(error.code ?? 0) && error.supported.includes(MODERN);
	}
}
