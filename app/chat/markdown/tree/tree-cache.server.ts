import type { Tree } from "./tree.ts";
import { bytesIn } from "./tree-size.ts";

type Entry = { blocks: Promise<readonly Tree[]>; bytes: number };

/** An LRU cache of rendered texts, bounded in bytes. */
export class TreeCache {
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
	 * The trees of a key. Concurrent callers share one rendering.
	 * @param key identifies a text and its version: the trees of a key never change
	 */
	get(key: string, make: () => Promise<readonly Tree[]>): Promise<readonly Tree[]> {
		const known = this.#entries.get(key);
		if (known) {
			this.#entries.delete(key);
			this.#entries.set(key, known);
			return known.blocks;
		}
		const entry = { blocks: make(), bytes: 0 };
		this.#entries.set(key, entry);
		entry.blocks.then(
			(blocks) => this.#weigh(key, entry, blocks),
			() => this.#forget(key, entry),
		);
		return entry.blocks;
	}

	/** Stores trees that are rendered already. */
	put(key: string, blocks: readonly Tree[]): void {
		void this.get(key, () => Promise.resolve(blocks));
	}

	#weigh(key: string, entry: Entry, blocks: readonly Tree[]): void {
		if (this.#entries.get(key) !== entry) return;
		entry.bytes = blocks.reduce((bytes, tree) => bytes + bytesIn(tree), 200);
		this.#bytes += entry.bytes;
		for (const [oldest, made] of this.#entries) {
			if (this.#bytes <= this.#most) return;
			// A pending rendering has no weight yet and is awaited.
			if (made.bytes > 0) this.#forget(oldest, made);
		}
	}

	#forget(key: string, entry: Entry): void {
		if (this.#entries.get(key) !== entry) return;
		this.#entries.delete(key);
		this.#bytes -= entry.bytes;
	}
}
