type Entry<V> = { value: V; until: number };

/** A map that keeps each value for a time, and at most so many of them: the one that was stored first goes first. */
export class TtlCache<V> {
	readonly #ttlMs: number;
	readonly #most: number;
	readonly #entries = new Map<string, Entry<V>>();

	constructor({ ttlMs, most }: { ttlMs: number; most: number }) {
		this.#ttlMs = ttlMs;
		this.#most = most;
	}

	/** @param now in ms; a clock that was set back does not keep a value for longer */
	get(key: string, now: number): V | undefined {
		const entry = this.#entries.get(key);
		if (!entry) return undefined;
		if (now < entry.until && entry.until - now <= this.#ttlMs) return entry.value;
		this.#entries.delete(key);
		return undefined;
	}

	/** Stores a value in place of the earlier one of the key. */
	set(key: string, value: V, now: number): void {
		this.#entries.delete(key);
		this.#entries.set(key, { value, until: now + this.#ttlMs });
		for (const oldest of this.#entries.keys()) {
			if (this.#entries.size <= this.#most) return;
			this.#entries.delete(oldest);
		}
	}
}
