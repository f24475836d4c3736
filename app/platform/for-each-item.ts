/**
 * Does the work for each item; what one of them throws is its own, and the others are done all the same. For the
 * rounds of background work: an item that always fails must not keep those behind it waiting for ever.
 *
 * @param items may be read from the database in pages meanwhile; when reading fails, the round ends
 * @param atOnce so many at a time
 * @throws {AggregateError} at the end, with everything that was thrown
 */
export async function forEachItem<T>(
	items: Iterable<T> | AsyncIterable<T>,
	work: (item: T) => Promise<unknown>,
	atOnce = 1,
): Promise<void> {
	const queue = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
	const errors: unknown[] = [];
	const fail = (error: unknown) => {
		errors.push(error);
	};
	const worker = async () => {
		for (let next = await queue.next(); !next.done; next = await queue.next())
			await work(next.value).catch(fail);
	};
	await Promise.all(Array.from({ length: atOnce }, () => worker().catch(fail)));
	if (errors.length > 0) throw new AggregateError(errors, `${errors.length} items failed`);
}
