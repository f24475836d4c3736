/** The amount of text in memory at a time. */
const PORTION_BYTES = 256 * 1024;
/** Short rows have a cost, too. */
const PORTION_ROWS = 50;

/**
 * Groups rows into portions of at most a quarter of a megabyte and fifty rows; a larger row comes alone. So small
 * rows are read with one query, and large ones never together.
 */
export async function* inPortions<T extends { bytes: number }>(
	rows: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T[]> {
	let portion: T[] = [];
	let bytes = 0;
	for await (const row of rows) {
		if (portion.length === PORTION_ROWS || (portion.length > 0 && bytes + row.bytes > PORTION_BYTES)) {
			yield portion;
			[portion, bytes] = [[], 0];
		}
		portion.push(row);
		bytes += row.bytes;
	}
	if (portion.length > 0) yield portion;
}
