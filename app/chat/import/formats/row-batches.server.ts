/** The work done, or data sent between threads, before the event loop is yielded: some milliseconds. */
export const BATCH_LIMITS = { rows: 64, characters: 256 * 1024 };

type Sized = { text: string; reasoning?: string };

const lengthOf = ({ text, reasoning = "" }: Sized) => text.length + reasoning.length;

/**
 * Splits rows into batches, each within the limits unless one row alone exceeds them. Their sizes are powers of two:
 * the database prepares a statement for each number of rows.
 */
export function* batchesOf<Row extends Sized>(rows: readonly Row[]): Generator<Row[], void, undefined> {
	for (let at = 0; at < rows.length; ) {
		let count = 0;
		for (let characters = 0; at + count < rows.length && count < BATCH_LIMITS.rows; count++) {
			characters += lengthOf(rows[at + count] as Row);
			if (count > 0 && characters > BATCH_LIMITS.characters) break;
		}
		const even = 2 ** Math.floor(Math.log2(count));
		yield rows.slice(at, at + even);
		at += even;
	}
}

/** Accumulates work until it is enough for one turn of the event loop. */
export class YieldCounter {
	#rows = 0;
	#characters = 0;

	/** @returns whether to yield now; then counting starts anew */
	add(rows: readonly Sized[]): boolean {
		this.#rows += Math.max(1, rows.length);
		for (const row of rows) this.#characters += lengthOf(row);
		if (this.#rows < BATCH_LIMITS.rows && this.#characters < BATCH_LIMITS.characters) return false;
		[this.#rows, this.#characters] = [0, 0];
		return true;
	}
}
