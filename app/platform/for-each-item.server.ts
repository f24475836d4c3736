/**
 * Processes each item; an item's error is collected, and the others are processed all the same. For background loops:
 * an item that always fails must not block those behind it for ever.
 *
 * @param items may be read from the database in pages meanwhile; when reading fails, the loop ends
 * @param atOnce how many items are processed concurrently
 * @throws {AggregateError} at the end, with every error; of work that goes through items itself, with each of theirs
 */
export async function forEachItem<T>(
	items: Iterable<T> | AsyncIterable<T>,
	work: (item: T) => Promise<unknown>,
	atOnce = 1,
): Promise<void> {
	const queue = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
	const errors: unknown[] = [];
	const fail = (error: unknown) => {
		errors.push(...(error instanceof AggregateError ? error.errors : [error]));
	};
	const worker = async () => {
		for (let next = await queue.next(); !next.done; next = await queue.next())
			await work(next.value).catch(fail);
	};
	await Promise.all(Array.from({ length: atOnce }, () => worker().catch(fail)));
	if (errors.length > 0) throw new AggregateError(errors, `${errors.length} items failed`);
}
