import type { Server } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import type { StopListening } from "./http/listen.ts";
import { closeWithoutRequest } from "./http/open-connections.ts";

/** In each turn of the event loop a listening socket accepts one of the connections that wait for it. */
const TURNS_OF_ACCEPTING = 32;
/** On a connection that was opened in advance nothing comes for so long. */
const UNUSED_MS = 500;

type Stop = {
	server: Server;
	/** Closes all sockets of the server's port; by default its own one. */
	stopListening?: StopListening | undefined;
	/** Stops the application: its live answers, its leases, its database. */
	stopApplication: () => Promise<void>;
	/** Work that has not ended by then is aborted. */
	limitMs?: number;
	/** Running requests may use the application for so long before it stops. */
	graceMs?: number;
	/** The server goes on serving until then: a proxy that asks `/health` has noticed. */
	drained?: Promise<unknown> | undefined;
};

/**
 * Drains, stops accepting, lets running requests finish, stops the application and waits for the last connection. Event
 * streams would keep the server open for ever, so they do not count among the requests: the application ends them,
 * and browsers reconnect.
 * @returns whether everything ended within the limit
 */
export async function stopGracefully({
	server,
	stopListening = () => new Promise((resolve) => void server.close(() => resolve())),
	stopApplication,
	limitMs = 9_000,
	graceMs = 2_000,
	drained,
}: Stop) {
	let sweep: NodeJS.Timeout | undefined;
	const inTime = await Promise.race([
		(async () => {
			await drained;
			// The system resets connections that still wait to be accepted, with the requests that were sent into them.
			for (let i = 0; i < TURNS_OF_ACCEPTING; i++) await turn();
			const closed = stopListening();
			// A connection that becomes idle after `close()` would otherwise stay open for the keep-alive time.
			sweep = setInterval(() => {
				server.closeIdleConnections();
				closeWithoutRequest(server, UNUSED_MS);
			}, 50);
			await Promise.race([closed, wait(graceMs)]);
			closeWithoutRequest(server);
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
