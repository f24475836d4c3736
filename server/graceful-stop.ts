import type { Server } from "node:http";

type Stop = {
	server: Server;
	/** Stops the application: its live answers, its leases, its database. */
	stopApplication: () => Promise<void>;
	/** Whatever has not ended by then is aborted. */
	limitMs?: number;
	/** Running requests may use the application for so long before it stops. */
	graceMs?: number;
};

/**
 * Stops accepting, lets running requests finish, stops the application and waits for the last connection. Event
 * streams would keep the server open for ever, so they do not count among the requests: the application ends them,
 * and browsers reconnect.
 * @returns whether everything ended within the limit
 */
export async function stopGracefully({ server, stopApplication, limitMs = 9_000, graceMs = 2_000 }: Stop) {
	const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
	// A connection that becomes idle after `close()` would otherwise stay open for the keep-alive time.
	const sweep = setInterval(() => server.closeIdleConnections(), 50);
	const inTime = await Promise.race([
		(async () => {
			await Promise.race([closed, wait(graceMs)]);
			await stopApplication();
			await closed;
			return true;
		})(),
		wait(limitMs).then(() => false),
	]);
	clearInterval(sweep);
	server.closeAllConnections();
	return inTime;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
