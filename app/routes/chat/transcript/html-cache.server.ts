/** HTML in pieces: between two of them stands what differs from page to page. */
export type Pieces = readonly string[];

type Entry = { version: string; pieces: Pieces; bytes: number };

/** A string of V8 has up to two bytes a character; an entry and its pieces have some headers. */
const bytesOf = (version: string, pieces: Pieces) =>
	pieces.reduce((bytes, piece) => bytes + piece.length * 2, version.length * 2 + 300);

/** An LRU cache of rendered HTML, bounded in bytes, with one version of each key. */
export class HtmlCache {
	readonly #most: number;
	readonly #entries = new Map<string, Entry>();
	#bytes = 0;

	/** @param most the maximum size in bytes */
	constructor(most: number) {
		this.#most = most;
	}

	/** Its approximate size in bytes of memory. */
	get bytes(): number {
		return this.#bytes;
	}

	/**
	 * The HTML of a key.
	 * @param version everything that the HTML is made from: another version replaces the cached one
	 */
	get(key: string, version: string, make: () => Pieces): Pieces {
		const known = this.#entries.get(key);
		if (known) this.#remove(key, known);
		const entry = known?.version === version ? known : this.#entry(version, make());
		this.#entries.set(key, entry);
		this.#bytes += entry.bytes;
		for (const [oldest, old] of this.#entries) {
			if (this.#bytes <= this.#most) break;
			this.#remove(oldest, old);
		}
		return entry.pieces;
	}

	#entry = (version: string, pieces: Pieces): Entry => ({ version, pieces, bytes: bytesOf(version, pieces) });

	#remove(key: string, entry: Entry): void {
		this.#entries.delete(key);
		this.#bytes -= entry.bytes;
	}
}
