type Entry<V> = { value: V; bytes: number };

/** A map that keeps what was used last, as far as it fits into a number of bytes. */
export class SizedLru<V> {
	readonly #most: number;
	readonly #entries = new Map<string, Entry<V>>();
	#bytes = 0;

	/** @param most the maximum size in bytes of all values together */
	constructor(most: number) {
		this.#most = most;
	}

	/** The size in bytes of all values together. */
	get bytes(): number {
		return this.#bytes;
	}

	get(key: string): V | undefined {
		const entry = this.#entries.get(key);
		if (!entry) return undefined;
		this.#entries.delete(key);
		this.#entries.set(key, entry);
		return entry.value;
	}

	/** Stores a value in place of the earlier one of the key. A value that is larger than the maximum is not stored. */
	set(key: string, value: V, bytes: number): void {
		this.delete(key);
		this.#entries.set(key, { value, bytes });
		this.#bytes += bytes;
		for (const oldest of this.#entries.keys()) {
			if (this.#bytes <= this.#most) return;
			this.delete(oldest);
		}
	}

	delete(key: string): void {
		this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
		this.#entries.delete(key);
	}
}
