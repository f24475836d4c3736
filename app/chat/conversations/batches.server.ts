/** The amount of text in memory at a time. */
const BATCH_BYTES = 256 * 1024;
/** Short rows have a cost, too. */
const BATCH_ROWS = 50;

/**
 * Groups rows into batches of at most a quarter of a megabyte and fifty rows; a larger row comes alone. So small
 * rows are read with one query, and large ones never together.
 */
export async function* inBatches<T extends { bytes: number }>(
	rows: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T[]> {
	let batch: T[] = [];
	let bytes = 0;
	for await (const row of rows) {
		if (batch.length === BATCH_ROWS || (batch.length > 0 && bytes + row.bytes > BATCH_BYTES)) {
			yield batch;
			[batch, bytes] = [[], 0];
		}
		batch.push(row);
		bytes += row.bytes;
	}
	if (batch.length > 0) yield batch;
}
