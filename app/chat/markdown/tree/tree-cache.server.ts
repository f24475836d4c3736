import type { Tree } from "./tree.ts";
import { bytesIn } from "./tree-size.ts";

type Kept = { blocks: Promise<readonly Tree[]>; bytes: number };

/** An LRU cache of rendered texts, bounded in bytes. */
export class TreeCache {
	readonly #most: number;
	readonly #kept = new Map<string, Kept>();
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
		const known = this.#kept.get(key);
		if (known) {
			this.#kept.delete(key);
			this.#kept.set(key, known);
			return known.blocks;
		}
		const kept = { blocks: make(), bytes: 0 };
		this.#kept.set(key, kept);
		kept.blocks.then(
			(blocks) => this.#weigh(key, kept, blocks),
			() => this.#forget(key, kept),
		);
		return kept.blocks;
	}

	/** Stores trees that are rendered already. */
	put(key: string, blocks: readonly Tree[]): void {
		void this.get(key, () => Promise.resolve(blocks));
	}

	#weigh(key: string, kept: Kept, blocks: readonly Tree[]): void {
		if (this.#kept.get(key) !== kept) return;
		kept.bytes = blocks.reduce((bytes, tree) => bytes + bytesIn(tree), 200);
		this.#bytes += kept.bytes;
		for (const [oldest, made] of this.#kept) {
			if (this.#bytes <= this.#most) return;
			// A pending rendering has no weight yet and is awaited.
			if (made.bytes > 0) this.#forget(oldest, made);
		}
	}

	#forget(key: string, kept: Kept): void {
		if (this.#kept.get(key) !== kept) return;
		this.#kept.delete(key);
		this.#bytes -= kept.bytes;
	}
}
