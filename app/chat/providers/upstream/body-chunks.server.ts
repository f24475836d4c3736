import type { IncomingMessage } from "node:http";

/** Unread chunks before the socket is paused. */
const ENOUGH = 16;

type Asked = { resolve(bytes: Uint8Array | undefined): void; reject(error: Error): void };

/**
 * The chunks of a body in order, for one reader. The stream's own iterator costs some microseconds more per chunk, a
 * seventh of the total cost of a piece.
 */
export class BodyChunks {
	readonly #response: IncomingMessage;
	readonly #waiting: Uint8Array[] = [];
	#asked: Asked | undefined;
	#over = false;
	#error: Error | undefined;

	constructor(response: IncomingMessage) {
		this.#response = response;
		response.on("data", this.#take).on("end", this.#end).on("close", this.#end).on("error", this.#end);
	}

	/** Whether a chunk has arrived that is not read yet. */
	get pending(): boolean {
		return this.#waiting.length > 0;
	}

	/**
	 * The next chunk; undefined after the end. Must be called again only after it has settled.
	 * @throws the error that broke the connection, after all chunks before it
	 */
	next(): Uint8Array | undefined | Promise<Uint8Array | undefined> {
		const bytes = this.#waiting.shift();
		if (bytes) {
			if (!this.pending && this.#response.isPaused()) this.#response.resume();
			return bytes;
		}
		if (this.#error) throw this.#error;
		if (this.#over) return undefined;
		return new Promise((resolve, reject) => {
			this.#asked = { resolve, reject };
		});
	}

	/** Stops reading; the rest is drained and dropped. */
	leave(): void {
		this.#response.off("data", this.#take).resume();
	}

	#take = (bytes: Uint8Array) => {
		const asked = this.#asked;
		this.#asked = undefined;
		if (asked) asked.resolve(bytes);
		else if (this.#waiting.push(bytes) >= ENOUGH) this.#response.pause();
	};

	#end = (error?: Error) => {
		if (this.#over) return;
		this.#over = true;
		this.#error = error;
		if (error) this.#asked?.reject(error);
		else this.#asked?.resolve(undefined);
	};
}
