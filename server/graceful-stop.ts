import type { Server } from "node:http";

type Stop = {
	server: Server;
	/** Ends the application: its live answers, its leases, its database. */
	stopApplication: () => Promise<void>;
	/** Whatever has not ended by then is cut off. */
	limitMs?: number;
	/** Requests that are being answered may use the application so long before it ends. */
	graceMs?: number;
};

/**
 * Stops accepting, lets the requests that are being answered finish, ends the application and waits for
 * the last connection. Live answers would keep the server open for ever, so they do not count among the
 * requests: the application ends them (house.md §5).
 * @returns whether everything ended within the limit
 */
export async function stopGracefully({ server, stopApplication, limitMs = 9_000, graceMs = 2_000 }: Stop) {
	const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
	// A connection that becomes idle after `close()` would live on for the keep-alive time.
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
