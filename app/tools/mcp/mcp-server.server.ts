import { timeoutSignal } from "../../platform/concurrency/timeout.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import { hashSchema } from "../schema-hash.server.ts";
import type { Tool, ToolContext, ToolOutcome } from "../tool.server.ts";
import { untilAborted } from "../until-aborted.server.ts";
import type { ListedTool } from "./mcp-client.server.ts";
import {
	CONNECTION_LIMITS,
	type Connected,
	type ConnectionLog,
	McpConnection,
} from "./mcp-connection.server.ts";
import { McpFailure, type McpFailureKind } from "./mcp-failure.server.ts";
import { type ParamHeader, paramHeaders } from "./param-headers.server.ts";
import { outcomeOf } from "./tool-result.server.ts";
import type { AllowedTool, McpServerSettings } from "./tools-file.server.ts";

/** In milliseconds. */
const MCP_LIMITS = {
	...CONNECTION_LIMITS,
	/** How long a question waits for a server that it could do without; and for one that has failed lately. */
	offer: 5_000,
	offerAgain: 1_000,
	call: 60_000,
};
const DESCRIPTION_CHARACTERS = 2_000;
const SCHEMA_CHARACTERS = 30_000;

/** Receives the messages for the operator: each once, until it changes. */
export type McpLog = ConnectionLog & { onUnusable: (tool: string, why: string) => void };

/** A server of the operator's, with the tools that the operator allows. */
export class McpServer {
	readonly settings: McpServerSettings;
	readonly #connection: McpConnection;
	readonly #log: McpLog;
	readonly #limits: typeof MCP_LIMITS;
	readonly #told = new Set<string>();
	#tools: { of: readonly ListedTool[]; tools: Tool[] } = { of: [], tools: [] };

	constructor(
		settings: McpServerSettings,
		log: McpLog,
		limits: Partial<typeof MCP_LIMITS> = {},
		now = () => performance.now(),
	) {
		this.settings = settings;
		this.#log = log;
		this.#limits = { ...MCP_LIMITS, ...limits };
		this.#connection = new McpConnection(settings, log, this.#limits, now);
	}

	/** Whether it serves, has failed and rests, or was not wanted yet, as this process knows. */
	get state(): McpConnection["state"] {
		return this.#connection.state;
	}

	/** Its tools; none while it cannot be reached. @throws the signal's reason */
	async tools(signal: AbortSignal): Promise<Tool[]> {
		const { current } = this.#connection;
		if (current) return this.#toolsOf(current);
		const { offer, offerAgain } = this.#limits;
		const ms = this.#connection.hasFailed ? offerAgain : offer;
		const waiting = AbortSignal.any([signal, timeoutSignal(ms)]);
		try {
			return this.#toolsOf(await untilAborted(this.#connection.connect(), waiting));
		} catch {
			signal.throwIfAborted();
			return [];
		}
	}

	close(): Promise<void> {
		return this.#connection.close();
	}

	#toolsOf({ listed }: Connected): Tool[] {
		if (this.#tools.of !== listed) this.#tools = { of: listed, tools: this.#allowed(listed) };
		return this.#tools.tools;
	}

	#allowed(listed: readonly ListedTool[]): Tool[] {
		return this.settings.tools.flatMap((allowed) => {
			const found = listed.find(({ name }) => name === allowed.name);
			const params = paramHeaders(found?.inputSchema ?? {});
			const why = this.#whyUnusable(found, params);
			if (found && why === null) return [this.#toolOf(allowed, found, params ?? [])];
			if (why !== null && !this.#told.has(allowed.name)) this.#log.onUnusable(allowed.name, why);
			this.#told.add(allowed.name);
			return [];
		});
	}

	#whyUnusable(found: ListedTool | undefined, params: ParamHeader[] | null): string | null {
		if (!found) return "у сервера такого нет";
		if (JSON.stringify(found.inputSchema).length > SCHEMA_CHARACTERS) return "слишком длинное описание";
		return params === null && this.settings.connection.kind === "http" ? "негодные x-mcp-header" : null;
	}

	#toolOf(allowed: AllowedTool, listed: ListedTool, params: readonly ParamHeader[]): Tool {
		const described = {
			name: allowed.modelName,
			description: cutText(listed.description, DESCRIPTION_CHARACTERS),
			parameters: listed.inputSchema,
		};
		return {
			...described,
			server: this.settings.key,
			title: allowed.title,
			schemaHash: hashSchema(described),
			effect: allowed.effect,
			asks: allowed.asks,
			crossBorder: this.settings.crossBorder,
			run: (args, context) => this.#run(allowed, args, params, context),
		};
	}

	async #run(
		allowed: AllowedTool,
		args: Record<string, unknown>,
		params: readonly ParamHeader[],
		{ key, signal }: ToolContext,
	): Promise<ToolOutcome> {
		const timeout = timeoutSignal(this.#limits.call);
		const either = AbortSignal.any([signal, timeout]);
		const options = { key: allowed.effect === "keyed" ? key : null, paramHeaders: params, signal: either };
		try {
			signal.throwIfAborted();
			return outcomeOf(await this.#call((client) => client.call(allowed.name, args, options), either));
		} catch (error) {
			signal.throwIfAborted();
			if (timeout.aborted) return this.#failure("timeout", allowed);
			if (!(error instanceof McpFailure)) throw error;
			if (error.kind !== "error") return this.#failure(error.kind, allowed);
			return {
				ok: false,
				code: "failed",
				text: `Инструмент сообщил об ошибке: ${error.said || error.code}.`,
			};
		}
	}

	/** A server that has forgotten the session has done nothing, so it is asked once more in a new one. */
	async #call<T>(act: (client: Connected["client"]) => Promise<T>, signal: AbortSignal): Promise<T> {
		for (let attempt = 1; ; attempt++) {
			const connected = await untilAborted(this.#connection.connect(), signal);
			try {
				return await act(connected.client);
			} catch (error) {
				if (!(error instanceof McpFailure)) throw error;
				if (hasForgotten(error) && connected.client.era === "legacy" && attempt === 1)
					this.#connection.drop(connected);
				else {
					if (error.kind === "unavailable" || error.kind === "interrupted")
						this.#connection.drop(connected, error);
					throw error;
				}
			}
		}
	}

	#failure(code: Exclude<McpFailureKind, "error">, { effect }: AllowedTool): ToolOutcome {
		const what = {
			unavailable: "сейчас недоступен",
			interrupted: "не ответил: связь прервалась",
			timeout: "не ответил вовремя",
			"too-large": "ответил слишком длинно",
			refused: "отказал в запросе",
		}[code];
		const isUncertain = code === "interrupted" || code === "timeout" || code === "too-large";
		const warning =
			effect !== "read" && isUncertain ? " Выполнено ли действие, неизвестно: не повторяй его." : "";
		return { ok: false, code, text: `Инструмент «${this.settings.title}» ${what}.${warning}` };
	}
}

/** Over HTTP: there is no such session, or none was named. */
const hasForgotten = ({ httpStatus }: McpFailure) => httpStatus === 404 || httpStatus === 400;
