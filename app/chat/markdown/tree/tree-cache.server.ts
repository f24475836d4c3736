import type { Tree } from "./tree.ts";
import { bytesIn } from "./tree-size.ts";

type Kept = { blocks: Promise<readonly Tree[]>; bytes: number };

/** The trees of texts that were shown last, so that they are not read anew with each page. Bounded in bytes. */
export class TreeCache {
	readonly #most: number;
	readonly #kept = new Map<string, Kept>();
	#bytes = 0;

	/** @param most so many bytes are kept */
	constructor(most: number) {
		this.#most = most;
	}

	/** How much it holds, in bytes of memory, about. */
	get bytes(): number {
		return this.#bytes;
	}

	/**
	 * The trees of that name. Whoever asks while they are made waits for the same making.
	 * @param key names a text and its version: for a key the trees are always the same
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

	/** Keeps trees that have been made already. */
	put(key: string, blocks: readonly Tree[]): void {
		void this.get(key, () => Promise.resolve(blocks));
	}

	#weigh(key: string, kept: Kept, blocks: readonly Tree[]): void {
		if (this.#kept.get(key) !== kept) return;
		kept.bytes = blocks.reduce((bytes, tree) => bytes + bytesIn(tree), 200);
		this.#bytes += kept.bytes;
		for (const [oldest, made] of this.#kept) {
			if (this.#bytes <= this.#most) return;
			// What is being made has no weight yet and is waited for.
			if (made.bytes > 0) this.#forget(oldest, made);
		}
	}

	#forget(key: string, kept: Kept): void {
		if (this.#kept.get(key) !== kept) return;
		this.#kept.delete(key);
		this.#bytes -= kept.bytes;
	}
}
