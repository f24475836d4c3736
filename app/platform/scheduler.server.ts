/**
 * A recurring job: harmless when run twice, also by two servers at once. The signal is aborted when the scheduler
 * stops; a run that takes long then ends.
 * @property atStart it runs at the start of the process too, and not only after its first interval
 * @property pauseAfterFailureMs after a run that failed it begins again after so long, counted in its intervals;
 * omitted: after the next one
 */
export type ScheduledJob = {
	name: string;
	everyMs: number;
	atStart?: boolean;
	pauseAfterFailureMs?: number;
	run: (signal: AbortSignal) => unknown;
};

/**
 * Runs each scheduled job at its interval, never two runs of one at once. A job that fails runs again after the next
 * interval or after its pause, and delays no other.
 *
 * @param onError receives what a run threw; of a run over many items, each item's error
 * @returns a function that stops the scheduler and waits for the running jobs
 */
export function startScheduler(
	jobs: readonly ScheduledJob[],
	onError: (job: string, error: unknown) => void,
): () => Promise<void> {
	const running = new Map<ScheduledJob, Promise<void>>();
	/** How many intervals a job that has failed still lets pass. */
	const pauses = new Map<ScheduledJob, number>();
	const stopping = new AbortController();
	const run = async (job: ScheduledJob) => {
		try {
			await job.run(stopping.signal);
		} catch (error) {
			pauses.set(job, Math.ceil((job.pauseAfterFailureMs ?? 0) / job.everyMs) - 1);
			for (const one of error instanceof AggregateError ? error.errors : [error]) onError(job.name, one);
		} finally {
			running.delete(job);
		}
	};
	const begin = (job: ScheduledJob) => {
		if (running.has(job)) return;
		const pause = pauses.get(job) ?? 0;
		if (pause > 0) {
			pauses.set(job, pause - 1);
			return;
		}
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
