/** No more pairs are compared: what is longer counts as replaced. */
const MOST_PAIRS = 250_000;

/** A step of two lists side by side: an item of both, or of one. */
export type Step<T> = { a: T; b: T } | { a: T; b: null } | { a: null; b: T };

/**
 * Lays two lists side by side so that as much as possible is in both, in its order (the longest common subsequence).
 * The items with which both begin or end alike are left out of the work.
 */
export function align<T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): Step<T>[] {
	let start = 0;
	while (start < a.length && start < b.length && isSame(a[start] as T, b[start] as T)) start++;
	let end = 0;
	const most = Math.min(a.length, b.length) - start;
	while (end < most && isSame(a[a.length - 1 - end] as T, b[b.length - 1 - end] as T)) end++;
	const both = (from: number, to: number, shift: number) =>
		a.slice(from, to).map((item, i) => ({ a: item, b: b[from + i + shift] as T }));
	return [
		...both(0, start, 0),
		...alignMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end), isSame),
		...both(a.length - end, a.length, b.length - a.length),
	];
}

function alignMiddle<T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): Step<T>[] {
	const apart = [...a.map((item) => ({ a: item, b: null })), ...b.map((item) => ({ a: null, b: item }))];
	if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_PAIRS) return apart;
	// The length of what is common from item i of one and j of the other on, row by row.
	const width = b.length + 1;
	const common = new Uint16Array((a.length + 1) * width);
	const at = (i: number, j: number) => common[i * width + j] ?? 0;
	for (let i = a.length - 1; i >= 0; i--)
		for (let j = b.length - 1; j >= 0; j--)
			common[i * width + j] = isSame(a[i] as T, b[j] as T)
				? at(i + 1, j + 1) + 1
				: Math.max(at(i + 1, j), at(i, j + 1));
	const steps: Step<T>[] = [];
	let [i, j] = [0, 0];
	while (i < a.length || j < b.length) {
		const [left, right] = [a[i], b[j]];
		if (i < a.length && j < b.length && isSame(left as T, right as T)) {
			steps.push({ a: left as T, b: right as T });
			i++;
			j++;
		} else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
			steps.push({ a: left as T, b: null });
			i++;
		} else {
			steps.push({ a: null, b: right as T });
			j++;
		}
	}
	return steps;
}
