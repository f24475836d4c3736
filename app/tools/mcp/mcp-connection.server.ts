import { timeoutSignal } from "../../platform/concurrency/timeout.server.ts";
import { HttpTransport, NOTICE_MS } from "./http-transport.server.ts";
import { type ListedTool, McpClient, type McpEra, PROBE_MS } from "./mcp-client.server.ts";
import { McpFailure } from "./mcp-failure.server.ts";
import { StdioTransport } from "./stdio-transport.server.ts";
import type { McpServerSettings } from "./tools-file.server.ts";
import type { TransportEvents } from "./transport.server.ts";

/** In milliseconds. */
export const CONNECTION_LIMITS = {
	/** The time from the start of a server to its list of tools. */
	connect: 30_000,
	/** Of them, for an answer in the modern way; and the time of a notification. */
	probe: PROBE_MS,
	notice: NOTICE_MS,
	/** After the first failure; each further one doubles it. */
	pause: 1_000,
	longestPause: 30_000,
	/** A server that has served so long has recovered. */
	recovered: 60_000,
};

/** Receives the outages of the server: called once when it starts failing and once when it recovers. */
export type ConnectionLog = { onFailure: (error: string) => void; onRecovery: () => void };

/** A server that is connected to, with those of the tools it lists that the operator allows. */
export type Connected = { client: McpClient; listed: readonly ListedTool[]; until: number; since: number };

/**
 * The connection to one server: made when it is first wanted, for all who wait together, and anew after a growing
 * pause when it has failed.
 */
export class McpConnection {
	readonly #settings: McpServerSettings["connection"];
	readonly #allowed: ReadonlySet<string>;
	readonly #log: ConnectionLog;
	readonly #limits: typeof CONNECTION_LIMITS;
	readonly #now: () => number;
	#connected: Connected | null = null;
	#connecting: Promise<Connected> | null = null;
	#isRefreshing = false;
	#era: McpEra | undefined;
	#failures = 0;
	#restsUntil = 0;
	#isClosed = false;

	constructor(
		{ connection, tools }: Pick<McpServerSettings, "connection" | "tools">,
		log: ConnectionLog,
		limits: Partial<typeof CONNECTION_LIMITS> = {},
		now = () => performance.now(),
	) {
		this.#settings = connection;
		this.#allowed = new Set(tools.map(({ name }) => name));
		this.#log = log;
		this.#limits = { ...CONNECTION_LIMITS, ...limits };
		this.#now = now;
	}

	/** The current connection; its list of tools is asked for anew, aside, when it is old. */
	get current(): Connected | null {
		const connected = this.#connected?.client.isOpen ? this.#connected : null;
		if (connected && connected.until <= this.#now()) void this.#refresh(connected);
		return connected;
	}

	/** Whether it serves, has failed and rests, or was not wanted yet. */
	get state(): "serves" | "failed" | "idle" {
		if (this.#connected?.client.isOpen) return "serves";
		return this.#failures > 0 ? "failed" : "idle";
	}

	/** Whether it has failed since it last served for a while. */
	get hasFailed(): boolean {
		return this.#failures > 0;
	}

	/** @throws {McpFailure} `unavailable` */
	connect(): Promise<Connected> {
		const { current } = this;
		if (current) return Promise.resolve(current);
		if (this.#isClosed || this.#now() < this.#restsUntil)
			return Promise.reject(new McpFailure("unavailable"));
		this.#connecting ??= this.#open()
			.then((connected) => {
				this.#connected = connected;
				if (this.#failures > 0) this.#log.onRecovery();
				return connected;
			})
			.catch((error: unknown) => {
				this.#failed(error);
				throw new McpFailure("unavailable");
			})
			.finally(() => {
				this.#connecting = null;
			});
		return this.#connecting;
	}

	/** Gives up a connection that has failed; without a failure it is made anew at once. */
	drop(connected: Connected, failure?: McpFailure): void {
		if (this.#connected !== connected) return;
		this.#connected = null;
		if (this.#now() - connected.since > this.#limits.recovered) this.#failures = 0;
		if (failure) this.#failed(failure);
		void connected.client.close();
	}

	/** Ends the connection, and a server that was started. */
	async close(): Promise<void> {
		this.#isClosed = true;
		const connected = (await this.#connecting?.catch(() => null)) ?? this.#connected;
		this.#connected = null;
		await connected?.client.close();
	}

	async #open(): Promise<Connected> {
		const signal = timeoutSignal(this.#limits.connect);
		let isOver = false;
		const events: TransportEvents = {
			onNotification: (method) => {
				if (method === "notifications/tools/list_changed" && this.#connected) this.#connected.until = 0;
			},
			onClosed: () => {
				isOver = true;
				if (this.#connected) this.drop(this.#connected, new McpFailure("interrupted"));
			},
		};
		const settings = this.#settings;
		const { probe, notice } = this.#limits;
		const transport =
			settings.kind === "http"
				? new HttpTransport(settings.url, settings.headers, events, settings.lookup, notice)
				: new StdioTransport(settings.command, settings.env, events);
		try {
			const client = await McpClient.connect(transport, signal, this.#era, probe);
			this.#era = client.era;
			const { tools, ms } = await client.listTools(signal, this.#allowed);
			const now = this.#now();
			return { client, listed: tools, until: now + ms, since: now };
		} catch (error) {
			// An old server may end when it is asked in the modern way.
			this.#era = isOver && this.#era === undefined ? "legacy" : undefined;
			await transport.close();
			throw error;
		}
	}

	#failed(error: unknown): void {
		const { pause, longestPause } = this.#limits;
		this.#restsUntil = this.#now() + Math.min(longestPause, pause * 2 ** this.#failures);
		this.#failures++;
		if (this.#failures > 1 || this.#isClosed) return;
		this.#log.onFailure(error instanceof McpFailure ? error.message : "timeout");
	}

	async #refresh(connected: Connected): Promise<void> {
		if (this.#isRefreshing) return;
		this.#isRefreshing = true;
		try {
			const signal = timeoutSignal(this.#limits.connect);
			const { tools, ms } = await connected.client.listTools(signal, this.#allowed);
			connected.listed = tools;
			connected.until = this.#now() + ms;
		} catch (error) {
			this.drop(connected, error instanceof McpFailure ? error : new McpFailure("timeout"));
		} finally {
			this.#isRefreshing = false;
		}
	}
}
