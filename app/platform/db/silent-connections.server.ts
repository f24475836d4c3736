import { randomUUID } from "node:crypto";
import pg from "pg";
import { startTimeout } from "../concurrency/timeout.server.ts";

/** A statement that has had no reply for so long is asked after. */
const SILENCE_MS = 10_000;
const LOOK_EVERY_MS = 2_500;
/** How long the database may take to say what it works at, from the connection on. */
const ASK_MS = 8_000;
/** The driver's own timers read nothing first: they are reached only where this process has stood still. */
const STALLED_MS = 30_000;
/** PostgreSQL's code of «too many connections»: the database is there. */
const TOO_MANY_CONNECTIONS = "53300";

/** A connection that the database's list of activities shows under a name of its own. */
class NamedClient extends pg.Client {
	readonly applicationName: string;

	constructor(config?: pg.ClientConfig) {
		const name = `sobesednik ${randomUUID()}`;
		super({ ...config, connectionString: named(config?.connectionString, name), application_name: name });
		this.applicationName = name;
	}
}

/** The driver prefers what the address says to the settings beside it, and there the last to the first. */
function named(address: string | undefined, name: string): string | undefined {
	if (address === undefined) return undefined;
	return `${address}${address.includes("?") ? "&" : "?"}application_name=${encodeURIComponent(name)}`;
}

/**
 * Ends connections whose other end is gone without having said so: the machine of the database was lost, or its address
 * leads to another one since a failover. The system would wait for a reply for about fifteen minutes
 * (`tcp_retries2`), and a limit for all statements would end backups and migrations too. So a second connection asks
 * whether the database works at the statement; where it does not, the statement fails as with a connection that breaks.
 */
export class SilentConnections {
	readonly Client: typeof pg.Client = NamedClient;
	readonly #config: pg.ClientConfig;
	/** Since when each connection owes a reply. */
	readonly #waiting = new Map<NamedClient, { statements: number; since: number }>();
	readonly #timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
	#isLooking = false;

	/** @param config how the second connection is made */
	constructor(config: pg.ClientConfig) {
		this.#config = { ...config, connectionTimeoutMillis: STALLED_MS, query_timeout: STALLED_MS };
	}

	/** Watches one statement until its end. */
	async watch<T>(client: pg.ClientBase, reply: Promise<T>): Promise<T> {
		if (!(client instanceof NamedClient)) return reply;
		const statements = (this.#waiting.get(client)?.statements ?? 0) + 1;
		this.#waiting.set(client, { statements, since: performance.now() });
		try {
			return await reply;
		} finally {
			const left = (this.#waiting.get(client)?.statements ?? 1) - 1;
			if (left === 0) this.#waiting.delete(client);
			else this.#waiting.set(client, { statements: left, since: performance.now() });
		}
	}

	stop(): void {
		clearInterval(this.#timer);
	}

	async #look(): Promise<void> {
		if (this.#isLooking) return;
		this.#isLooking = true;
		try {
			const before = performance.now() - SILENCE_MS;
			const silent = new Map([...this.#waiting].filter(([, { since }]) => since < before));
			if (silent.size === 0) return;
			const atWork = await this.#namesAtWork();
			for (const [client, { since }] of silent) {
				if (this.#waiting.get(client)?.since !== since || atWork?.has(client.applicationName) !== false)
					continue;
				console.warn("PostgreSQL: соединение молчит, и база о нём не знает; оно закрыто.");
				// While a statement runs this destroys the socket, and the statement fails.
				void client.end().catch(() => {});
			}
		} finally {
			this.#isLooking = false;
		}
	}

	/** @returns whose statements the database works at: none where it does not answer; undefined where it cannot be asked */
	async #namesAtWork(): Promise<Set<string> | undefined> {
		const client = new pg.Client(this.#config);
		client.on("error", () => {});
		const began = performance.now();
		const late = Promise.withResolvers<Set<string>>();
		const endTimeout = startTimeout(ASK_MS, () => late.resolve(new Set()));
		try {
			return await Promise.race([readNames(client), late.promise]);
		} catch (error) {
			const isUnknown =
				(error as { code?: unknown }).code === TOO_MANY_CONNECTIONS || performance.now() - began > STALLED_MS;
			return isUnknown ? undefined : new Set();
		} finally {
			endTimeout();
			void client.end().catch(() => {});
		}
	}
}

async function readNames(client: pg.Client): Promise<Set<string>> {
	await client.connect();
	const { rows } = await client.query<{ name: string }>(
		"select application_name as name from pg_stat_activity where state <> 'idle' and usename = current_user",
	);
	return new Set(rows.map(({ name }) => name));
}
