import pg from "pg";
import { log } from "../log.server.ts";

const RECONNECT_MS = 1_000;

/**
 * Hears PostgreSQL notifications on a connection of its own. A lost connection is made again; what was
 * said meanwhile is lost, so listeners must poll as well.
 * @returns stops listening
 */
export async function listen(
	databaseUrl: string,
	channel: string,
	hear: (payload: string) => void,
): Promise<() => Promise<void>> {
	let stopped = false;
	let client: pg.Client;
	async function connect() {
		client = new pg.Client({ connectionString: databaseUrl });
		client.on("notification", ({ payload }) => {
			try {
				hear(payload ?? "");
			} catch (error) {
				// Thrown on, it would end the process: nobody is above an event of the driver's.
				log.error("Сообщение другого сервера не понято", { channel, error });
			}
		});
		// An error ends the connection; "end" follows and makes a new one.
		client.on("error", () => {});
		client.on("end", connectLater);
		await client.connect();
		await client.query(`listen ${client.escapeIdentifier(channel)}`);
	}
	function connectLater() {
		if (stopped) return;
		// A failed attempt ends its connection too, and that brings the next attempt.
		setTimeout(() => {
			if (!stopped) connect().catch(() => {});
		}, RECONNECT_MS).unref();
	}
	await connect();
	return async () => {
		stopped = true;
		await client.end();
	};
}
