/** The upper bounds of the buckets, in milliseconds; what took longer is in the last one, `more`. Kept for ever: rows bear them. */
const BOUNDS = [
	100, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000,
	60_000, 120_000,
];

/** The bucket of a time, as metrics name it. */
export const bucketOf = (ms: number): string => String(BOUNDS.find((bound) => ms <= bound) ?? "more");

/**
 * A percentile of times that were only counted by buckets: within its bucket it is taken to lie evenly.
 * @param counts how many lie in each bucket
 * @param share 0.5 for the median
 * @returns milliseconds; null where there is nothing
 */
export function percentile(counts: ReadonlyMap<string, number>, share: number): number | null {
	const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
	if (total === 0) return null;
	const wanted = total * share;
	let below = 0;
	let from = 0;
	for (const bound of BOUNDS) {
		const count = counts.get(String(bound)) ?? 0;
		if (count > 0 && below + count >= wanted) return from + ((bound - from) * (wanted - below)) / count;
		below += count;
		from = bound;
	}
	return from;
}
