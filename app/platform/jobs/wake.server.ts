/** The runners of this process: one, while it runs. */
const runners = new Set<() => void>();

/** Makes the runner of this process ask for due jobs now; to be called after the commit that has queued one. */
export function wakeRunner(): void {
	for (const kick of runners) kick();
}

/** @returns a function that unregisters it */
export function onWake(kick: () => void): () => void {
	runners.add(kick);
	return () => runners.delete(kick);
}
