import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of pages on a port of its own, in place of the web. */
export async function startPageServer(respond: Respond) {
	const server = createServer(respond);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		host,
		url: `http://${host}`,
		stop() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A server that nobody may reach: it counts those who do. It listens on the loopback addresses of both families. */
export async function startTrap() {
	let connections = 0;
	const listen = (port: number, host: string) =>
		new Promise<ReturnType<typeof createSocketServer> | null>((resolve) => {
			const server = createSocketServer((socket) => {
				connections++;
				socket.destroy();
			});
			server.once("error", () => resolve(null));
			server.listen(port, host, () => resolve(server));
		});
	const first = await listen(0, "127.0.0.1");
	if (!first) throw new Error("The trap cannot listen.");
	const { port } = first.address() as AddressInfo;
	// A machine without IPv6 has no second one.
	const second = await listen(port, "::1");
	return {
		port,
		connections: () => connections,
		stop: () =>
			Promise.all([first, second].map((server) => server && new Promise((end) => server.close(end)))),
	};
}
