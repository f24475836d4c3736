import type { IncomingMessage } from "node:http";

/** So many portions may wait before the server is asked to hold on. */
const ENOUGH = 16;

type Asked = { resolve(bytes: Uint8Array | undefined): void; reject(error: Error): void };

/**
 * The portions of a body in the order they come, for one reader. The stream's own iterator does the same
 * for some microseconds more per portion, a seventh of all that a piece of an answer costs.
 */
export class Portions {
	readonly #response: IncomingMessage;
	readonly #waiting: Uint8Array[] = [];
	#asked: Asked | undefined;
	#over = false;
	#error: Error | undefined;

	constructor(response: IncomingMessage) {
		this.#response = response;
		response.on("data", this.#take).on("end", this.#end).on("close", this.#end).on("error", this.#end);
	}

	/** Something has come that was not read yet. */
	get pending(): boolean {
		return this.#waiting.length > 0;
	}

	/**
	 * The next portion; undefined after the end. To be asked for again only when it has come.
	 * @throws what broke the connection, after everything that came before it
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

	/** Nobody reads any more; the rest flows by unheard. */
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
