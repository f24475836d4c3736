import type { ServerResponse } from "node:http";

/** Bytes of all responses in memory that their readers have not taken yet. */
const MOST_UNREAD_BYTES = 256 * 1024 ** 2;
/** So often they are added up while the limit fills. */
const LOOKS = 16;

/**
 * The responses that their readers are slow to take. Each stays in memory as long as its reader takes a little once a
 * minute, and a page with a long message has megabytes: a few hundred connections would fill the memory. Past the limit
 * whoever has kept a response waiting for longest is disconnected. Of a stream each piece waits anew. Static files and
 * cached pages do not count: all connections share their bytes.
 */
export class UnreadResponses {
	readonly #mostBytes: number;
	/** What counts the bytes of each, the one that has waited longest first. */
	readonly #waiting = new Map<ServerResponse, () => number>();
	#unlooked = 0;

	constructor(mostBytes = MOST_UNREAD_BYTES) {
		this.#mostBytes = mostBytes;
	}

	/** Called when a response has been written to: it may wait for its reader now, until `remove()`. */
	add(res: ServerResponse, unread: () => number = () => res.writableLength): void {
		const bytes = unread();
		if (bytes === 0 || res.destroyed) return;
		this.#waiting.set(res, unread);
		this.#unlooked += bytes;
		if (this.#unlooked < this.#mostBytes / LOOKS) return;
		this.#unlooked = 0;
		this.#disconnectSlowest();
	}

	remove(res: ServerResponse): void {
		this.#waiting.delete(res);
	}

	#disconnectSlowest(): void {
		let bytes = 0;
		for (const unread of this.#waiting.values()) bytes += unread();
		for (const [res, unread] of this.#waiting) {
			if (bytes <= this.#mostBytes) return;
			bytes -= unread();
			this.#waiting.delete(res);
			// A response may wait for an earlier one of its connection, and has no socket of its own then.
			res.req.socket.destroy();
		}
	}
}
