/** Something that recurs: harmless when run twice, also by two servers at once. */
export type ScheduledJob = { name: string; everyMs: number; run: () => unknown };

/**
 * Runs each chore after its interval, never two runs of one at once. A chore that fails is run again after the next
 * interval, and holds up no other.
 *
 * @param onError hears what a run has thrown; of one that goes through many items, each item's own error
 * @returns stops them and waits for those that are running
 */
export function startScheduler(
	chores: readonly ScheduledJob[],
	onError: (chore: string, error: unknown) => void,
): () => Promise<void> {
	const running = new Map<ScheduledJob, Promise<void>>();
	const run = async (chore: ScheduledJob) => {
		try {
			await chore.run();
		} catch (error) {
			for (const one of error instanceof AggregateError ? error.errors : [error]) onError(chore.name, one);
		} finally {
			running.delete(chore);
		}
	};
	const timers = chores.map((chore) =>
		setInterval(() => {
			if (running.has(chore)) return;
			// Later, so that one that throws at once has been put down before it is taken off.
			running.set(
				chore,
				Promise.resolve().then(() => run(chore)),
			);
		}, chore.everyMs),
	);
	return async () => {
		for (const timer of timers) clearInterval(timer);
		await Promise.all(running.values());
	};
}
