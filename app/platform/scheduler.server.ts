/**
 * A recurring job: harmless when run twice, also by two servers at once. The signal is aborted when the scheduler
 * stops; a run that takes long then ends.
 * @property atStart it runs at the start of the process too, and not only after its first interval
 */
export type ScheduledJob = {
	name: string;
	everyMs: number;
	atStart?: boolean;
	run: (signal: AbortSignal) => unknown;
};

/**
 * Runs each scheduled job at its interval, never two runs of one at once. A job that fails runs again after the next
 * interval, and delays no other.
 *
 * @param onError receives what a run threw; of a run over many items, each item's error
 * @returns a function that stops the scheduler and waits for the running jobs
 */
export function startScheduler(
	jobs: readonly ScheduledJob[],
	onError: (job: string, error: unknown) => void,
): () => Promise<void> {
	const running = new Map<ScheduledJob, Promise<void>>();
	const stopping = new AbortController();
	const run = async (job: ScheduledJob) => {
		try {
			await job.run(stopping.signal);
		} catch (error) {
			for (const one of error instanceof AggregateError ? error.errors : [error]) onError(job.name, one);
		} finally {
			running.delete(job);
		}
	};
	const begin = (job: ScheduledJob) => {
		if (running.has(job)) return;
		// Deferred, so that a job that throws at once is registered before it is removed.
		running.set(
			job,
			Promise.resolve().then(() => run(job)),
		);
	};
	for (const job of jobs) if (job.atStart) begin(job);
	const timers = jobs.map((job) => setInterval(() => begin(job), job.everyMs));
	return async () => {
		for (const timer of timers) clearInterval(timer);
		stopping.abort();
		await Promise.all(running.values());
	};
}
