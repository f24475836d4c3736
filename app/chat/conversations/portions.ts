/** So much text is in memory at a time. */
const PORTION_BYTES = 256 * 1024;
/** What is short costs too. */
const PORTION_ROWS = 50;

/**
 * Gathers rows into portions of a quarter of a megabyte and fifty rows at most; a row that is larger comes alone.
 * So a few are read with one query, and never many large ones.
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
