import { once } from "node:events";
import type { Server } from "node:http";
import { createServer, type Server as NetServer } from "node:net";

type Address = { port: number; host: string };

/** Stops accepting. Resolves when the last connection has ended. */
export type StopListening = () => Promise<void>;

/**
 * Node accepts one connection of a listening socket in each turn of the event loop (libuv 1.45 and later). Beside
 * hundreds of live answers a turn takes tens of milliseconds; the others wait, and are dropped once the queue of the
 * system is full, so that a browser tries again after 1, 3, 7 seconds. The system spreads connections over the sockets
 * of one port.
 */
const SOCKETS = 16;
/** Connections that wait to be accepted, for each socket; Linux allows at most `net.core.somaxconn`, 4,096. */
const BACKLOG = 4_096;

/**
 * Opens the port of a server, by several sockets where the system can do that (Linux can).
 * @throws the system's error, as `EADDRINUSE`
 */
export async function listen(server: Server, address: Address): Promise<StopListening> {
	await ensureFree(address);
	const others: NetServer[] = [];
	try {
		await open(server, address, true);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOTSUP") throw error;
		await open(server, address, false);
		return () => close(server);
	}
	for (let i = 1; i < SOCKETS; i++) {
		// As `node:http` makes its own.
		const other = createServer({ allowHalfOpen: true, noDelay: true });
		other.on("connection", (socket) => void server.emit("connection", socket));
		// Node tells the server that has accepted the connection.
		other.on("clientError", (...args) => void server.emit("clientError", ...args));
		await open(other, address, true);
		others.push(other);
	}
	return async () => {
		await Promise.all([server, ...others].map(close));
	};
}

/** A socket that shares its port would share it with another process of the same user, too. */
async function ensureFree(address: Address): Promise<void> {
	const probe = createServer();
	await open(probe, address, false);
	await close(probe);
}

async function open(server: NetServer, address: Address, reusePort: boolean): Promise<void> {
	server.listen({ port: address.port, host: address.host, backlog: BACKLOG, reusePort });
	await once(server, "listening");
}

const close = (server: NetServer) => new Promise<void>((resolve) => void server.close(() => resolve()));
