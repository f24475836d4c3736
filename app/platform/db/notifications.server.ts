import pg from "pg";
import { log } from "../log.server.ts";

const RECONNECT_MS = 1_000;
/** After so long without a word the other end is probed, each second up to ten times. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Listens to PostgreSQL notifications on a connection of its own. A lost connection is replaced; notifications sent
 * meanwhile are lost, so listeners must poll as well.
 * @returns a function that stops listening
 * @throws when it cannot begin to listen
 */
export async function listen(
	databaseUrl: string,
	channel: string,
	listener: (payload: string) => void,
): Promise<() => Promise<void>> {
	let stopped = false;
	let client: pg.Client;
	async function connect() {
		// Nothing is sent on this connection, so only the probes of the system tell that the other end is gone.
		client = new pg.Client({
			connectionString: databaseUrl,
			keepAlive: true,
			keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
		});
		client.on("notification", ({ payload }) => {
			try {
				listener(payload ?? "");
			} catch (error) {
				// An exception thrown in the driver's event handler would end the process.
				log.error("Сообщение другого сервера не понято", { channel, error });
			}
		});
		// An error ends the connection; «end» follows and opens a new one.
		client.on("error", () => {});
		client.on("end", connectLater);
		await client.connect();
		try {
			await client.query(`listen ${client.escapeIdentifier(channel)}`);
		} catch (error) {
			// A standby takes connections and refuses this: the next attempt may find the primary.
			await client.end();
			throw error;
		}
	}
	function connectLater() {
		if (stopped) return;
		// A failed attempt ends its connection too, which triggers the next attempt.
		setTimeout(() => {
			if (!stopped) connect().catch(() => {});
		}, RECONNECT_MS).unref();
	}
	try {
		await connect();
	} catch (error) {
		stopped = true;
		throw error;
	}
	return async () => {
		stopped = true;
		await client.end();
	};
}
