/** Of buffers, between two collections. */
const BYTES_PER_COLLECTION = 4 * 1024 ** 2;

/** With `--expose-gc` (bin/server-process.mjs). */
type Collect = (options: { type: "minor" }) => void;

/**
 * Collects the buffers of a large stream while it passes. V8 counts a buffer of 64 KB as a hundred bytes of its heap, so that
 * some 50 MB of read ones gather before it collects them; the C heap has grown around what stays by then, and gives nothing back
 * (docs/decisions/0044). A collection of the young generation takes a millisecond or two. Without the flag nothing is collected.
 */
export class BufferGarbage {
	#bytes = 0;

	/** @param bytes of a buffer that is read, and that nothing will refer to */
	add(bytes: number): void {
		this.#bytes += bytes;
		if (this.#bytes < BYTES_PER_COLLECTION) return;
		this.#bytes = 0;
		(globalThis as { gc?: Collect }).gc?.({ type: "minor" });
	}
}
