import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** The address of a database on loopback, as a proxy or a virtual address gives it: what is behind it can change. */
export type Way = {
	port: number;
	/** Every connection breaks, and none is taken. */
	cut(): void;
	/** Every connection stays open and carries nothing any more, as when a machine is lost; new ones are taken. */
	freeze(): void;
	/** New connections lead to this port, or where they led before. */
	restore(port?: number): void;
	close(): void;
};

export async function openWay(target: number): Promise<Way> {
	const sockets = new Set<Socket>();
	let isOpen = true;
	const server = createServer((client) => {
		if (!isOpen) return client.destroy();
		const upstream = connect(target, "127.0.0.1");
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on("error", () => {}).once("close", () => sockets.delete(socket));
		}
		client.pipe(upstream).pipe(client);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (!address || typeof address === "string") throw new Error("No port.");
	const cut = () => {
		isOpen = false;
		for (const socket of sockets) socket.destroy();
	};
	return {
		port: address.port,
		cut,
		freeze() {
			for (const socket of sockets) socket.unpipe().pause();
		},
		restore(port = target) {
			target = port;
			isOpen = true;
		},
		close() {
			cut();
			server.close();
		},
	};
}
