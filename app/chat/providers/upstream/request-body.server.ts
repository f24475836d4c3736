/**
 * The body of a request to a model, for as long as it may have to be sent again. An answer lasts for minutes and its
 * question may be megabytes, so nobody else keeps the bytes.
 */
export class RequestBody {
	#bytes: Uint8Array | undefined;

	constructor(json: string | Uint8Array) {
		this.#bytes = typeof json === "string" ? new TextEncoder().encode(json) : json;
	}

	/** @throws when they have been released: a programming error */
	get bytes(): Uint8Array {
		if (!this.#bytes) throw new Error("The body of the request has been released.");
		return this.#bytes;
	}

	/** The server has answered: nothing is sent again. */
	release(): void {
		this.#bytes = undefined;
	}

	/** Gives the bytes away, with what `postMessage` may transfer of them: not the buffer that others share. */
	take(): { bytes: Uint8Array; transfer: ArrayBuffer[] } {
		const { bytes } = this;
		this.release();
		const { buffer } = bytes;
		const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
		return { bytes, transfer: isWhole ? [buffer] : [] };
	}
}
