import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Beyond the limit so many more are accepted, to be told to come again; the rest is closed without a word. */
const TOLD = 2;

/** Limits the connections of a server: a request on a surplus one is refused in words, and the connection closed. */
export class ConnectionLimit {
	readonly #most: number;
	#open = 0;
	readonly #surplus = new WeakSet<Socket>();

	constructor(most: number) {
		this.#most = most;
	}

	watch(server: Server): void {
		server.on("connection", (socket: Socket) => {
			if (this.#open >= this.#most * TOLD) return socket.destroy();
			this.#open++;
			socket.once("close", () => this.#open--);
			if (this.#open > this.#most) this.#surplus.add(socket);
		});
	}

	isSurplus(socket: Socket): boolean {
		return this.#surplus.has(socket);
	}
}
