/** What may be done, or sent from thread to thread, before others get a turn: some milliseconds of work. */
export const PORTION = { rows: 64, characters: 256 * 1024 };

type Sized = { text: string; reasoning?: string };

const lengthOf = ({ text, reasoning = "" }: Sized) => text.length + reasoning.length;

/**
 * Cuts rows into portions, each within the bounds unless one row alone is above. They have a power of two of rows:
 * the database prepares a statement for each number of rows it is given.
 */
export function* portionsOf<Row extends Sized>(rows: readonly Row[]): Generator<Row[], void, undefined> {
	for (let at = 0; at < rows.length; ) {
		let count = 0;
		for (let characters = 0; at + count < rows.length && count < PORTION.rows; count++) {
			characters += lengthOf(rows[at + count] as Row);
			if (count > 0 && characters > PORTION.characters) break;
		}
		const even = 2 ** Math.floor(Math.log2(count));
		yield rows.slice(at, at + even);
		at += even;
	}
}

/** Adds work up, and says when it is enough for one turn. */
export class Portion {
	#rows = 0;
	#characters = 0;

	/** @returns whether others should have a turn now; then it counts anew */
	add(rows: readonly Sized[]): boolean {
		this.#rows += Math.max(1, rows.length);
		for (const row of rows) this.#characters += lengthOf(row);
		if (this.#rows < PORTION.rows && this.#characters < PORTION.characters) return false;
		[this.#rows, this.#characters] = [0, 0];
		return true;
	}
}
