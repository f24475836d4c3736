import { SizedLru } from "../../../platform/sized-lru.server.ts";

/** HTML in pieces: between two of them stands what differs from page to page. */
export type Pieces = readonly string[];

/** A string of V8 has up to two bytes a character; an entry and its pieces have some headers. */
const bytesOf = (version: string, pieces: Pieces) =>
	pieces.reduce((bytes, piece) => bytes + piece.length * 2, version.length * 2 + 300);

/** An LRU cache of rendered HTML, bounded in bytes, with one version of each key. */
export class HtmlCache {
	readonly #entries: SizedLru<{ version: string; pieces: Pieces }>;

	/** @param most the maximum size in bytes */
	constructor(most: number) {
		this.#entries = new SizedLru(most);
	}

	/** Its approximate size in bytes of memory. */
	get bytes(): number {
		return this.#entries.bytes;
	}

	/**
	 * The HTML of a key.
	 * @param version everything that the HTML is made from: another version replaces the cached one
	 */
	get(key: string, version: string, make: () => Pieces): Pieces {
		const known = this.#entries.get(key);
		if (known?.version === version) return known.pieces;
		this.#entries.delete(key);
		const pieces = make();
		this.#entries.set(key, { version, pieces }, bytesOf(version, pieces));
		return pieces;
	}
}
