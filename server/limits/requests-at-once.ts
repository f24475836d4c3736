import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Browsers, and proxies, send the next request of a connection when they have the response to the one before. */
export const MAX_REQUESTS_AT_ONCE = 10;

/**
 * Counts the requests of each connection whose responses are not sent yet. HTTP/1.1 allows to send any number before
 * the first response (RFC 9112, section 9.3.2), and Node hands them over all at once: of the shortest ones some 1,600 fit
 * into one read of a socket, and the pages of all others would wait behind them for as long as those take to render.
 */
export class RequestsAtOnce {
	readonly #underWay = new WeakMap<Socket, number>();

	/** Counts a request until its response is sent. @returns false: the connection has more than it may */
	begin({ socket }: IncomingMessage, res: ServerResponse): boolean {
		const count = this.#count(socket) + 1;
		this.#underWay.set(socket, count);
		res.once("close", () => this.#underWay.set(socket, this.#count(socket) - 1));
		return count <= MAX_REQUESTS_AT_ONCE;
	}

	#count = (socket: Socket) => this.#underWay.get(socket) ?? 0;
}
