/** Holds the loop of this process, and of all fakes in it, until the clock has gone on so far. */
export function stall(ms: number): void {
	const end = performance.now() + ms;
	while (performance.now() < end);
}
