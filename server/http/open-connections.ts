import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Connection = { openedAt: number; requests: number };

const connections = new WeakMap<Server, Map<Socket, Connection>>();

/**
 * Keeps the open connections of a server with the number of requests under way on each. Node itself takes a
 * connection on which nothing has come yet for a busy one, as browsers open them in advance: it would hold up a stop.
 */
export function watchConnections(server: Server): void {
	const open = new Map<Socket, Connection>();
	connections.set(server, open);
	server.on("connection", (socket: Socket) => {
		open.set(socket, { openedAt: performance.now(), requests: 0 });
		socket.once("close", () => open.delete(socket));
	});
	server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
		const connection = open.get(socket);
		if (!connection) return;
		connection.requests++;
		response.once("close", () => connection.requests--);
	});
}

/**
 * Closes connections without a request under way, also those on which a part of one has come.
 * @param unusedForMs only those on which nothing has ever come, for so long
 */
export function closeWithoutRequest(server: Server, unusedForMs?: number): void {
	for (const [socket, { openedAt, requests }] of connections.get(server) ?? []) {
		if (requests > 0) continue;
		if (unusedForMs !== undefined) {
			if (socket.bytesRead > 0 || performance.now() - openedAt < unusedForMs) continue;
		}
		socket.destroy();
	}
}
