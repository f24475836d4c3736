import { SizedLru } from "../../../platform/sized-lru.server.ts";
import type { Tree } from "./tree.ts";
import { bytesIn } from "./tree-size.ts";

type Blocks = readonly Tree[];

/** An LRU cache of rendered texts, bounded in bytes. */
export class TreeCache {
	readonly #rendered: SizedLru<Blocks>;
	/** Renderings under way have no size yet, and are awaited. */
	readonly #pending = new Map<string, Promise<Blocks>>();

	/** @param most the maximum size in bytes */
	constructor(most: number) {
		this.#rendered = new SizedLru(most);
	}

	/** Its approximate size in bytes of memory. */
	get bytes(): number {
		return this.#rendered.bytes;
	}

	/**
	 * The trees of a key. Concurrent callers share one rendering.
	 * @param key identifies a text and its version: the trees of a key never change
	 */
	async get(key: string, make: () => Promise<Blocks>): Promise<Blocks> {
		const known = this.#rendered.get(key) ?? this.#pending.get(key);
		if (known) return known;
		const rendering = make();
		this.#pending.set(key, rendering);
		try {
			const blocks = await rendering;
			this.put(key, blocks);
			return blocks;
		} finally {
			this.#pending.delete(key);
		}
	}

	/** Stores trees that are rendered already. */
	put(key: string, blocks: Blocks): void {
		this.#rendered.set(
			key,
			blocks,
			blocks.reduce((bytes, tree) => bytes + bytesIn(tree), 200),
		);
	}
}
