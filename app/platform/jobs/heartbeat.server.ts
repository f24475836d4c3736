import type { Db } from "../db/connection.server.ts";
import type { Clock } from "../db/database-clock.server.ts";
import type { ClaimedJob } from "./job-handler.server.ts";
import { renewJob } from "./settle-job.server.ts";

/** Repeats `beat` without overlap, also after a failure. @returns stops it, and waits for the one that runs */
export function startHeartbeat(beat: () => Promise<void>, everyMs: number): () => Promise<void> {
	let running: Promise<void> | undefined;
	const timer = setInterval(() => {
		running ??= beat()
			.catch(() => {})
			.finally(() => {
				running = undefined;
			});
	}, everyMs);
	return async () => {
		clearInterval(timer);
		await running;
	};
}

/**
 * Does the work of a claimed job and renews its lease meanwhile, three times in its length: so a job may be long, and is
 * taken up soon when its server has died.
 * @param leaseMs that of the job's handler
 * @param signal of the process
 * @param work receives a signal that is aborted with the process's, and when another process has the job; and what asks
 * whether the job is still its own, before something is undone that would be the other one's by then
 */
export async function whileHoldingLease<T>(
	db: Db,
	job: ClaimedJob,
	{ leaseMs, signal, clock }: { leaseMs: number; signal: AbortSignal; clock: Clock | undefined },
	work: (signal: AbortSignal, isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
	const lost = new AbortController();
	const renew = async () => {
		if ((await renewJob(db, job, { leaseMs, progress: {} }, clock)) === "lost") lost.abort();
	};
	const isHeld = async () => {
		await renew();
		return !lost.signal.aborted;
	};
	const stopHeartbeat = startHeartbeat(renew, leaseMs / 3);
	try {
		return await work(AbortSignal.any([signal, lost.signal]), isHeld);
	} finally {
		await stopHeartbeat();
	}
}
