import type { Db } from "../db/connection.server.ts";
import { whileAway } from "../db/database-away.server.ts";
import { type Clock, databaseTime } from "../db/database-clock.server.ts";
import { transact } from "../db/transact.server.ts";
import type { ClaimedJob, JobHandler, JobOutcome } from "./job-handler.server.ts";
import { deleteJob, endJob, giveUpJob, releaseJob, requeueJob } from "./settle-job.server.ts";

/** Receives unexpected failures: an error that a handler threw, or a job that was given up after too many attempts. */
export type JobLog = {
	onError: (error: unknown, job: Pick<ClaimedJob, "kind" | "key">) => void;
	onGiveUp: (job: Pick<ClaimedJob, "kind" | "key">, attempts: number, error: string) => void;
};

type Performing = { log: JobLog; signal: AbortSignal; clock?: Clock | undefined };

/** The outcome of the job; `lost`: its lease expired meanwhile, so nothing was written. */
export type Performed = JobOutcome["outcome"] | "lost";

/** Does a claimed job and settles it: the only place where jobs are retried and given up. */
export async function performJob(
	db: Db,
	handler: JobHandler,
	job: ClaimedJob,
	performing: Performing,
): Promise<Performed> {
	try {
		return await performAndSettle(db, handler, job, performing);
	} finally {
		await handler.onSettled?.(job);
	}
}

async function performAndSettle(
	db: Db,
	handler: JobHandler,
	job: ClaimedJob,
	{ log, signal, clock }: Performing,
): Promise<Performed> {
	const { maxAttempts } = handler;
	// The job has used all its attempts, and in each one its process ended without settling it.
	if (maxAttempts !== null && job.tries > maxAttempts)
		return giveUp(
			db,
			handler,
			{ ...job, tries: job.tries - 1 },
			job.last_error ?? "process-died",
			log,
			clock,
		);
	const outcome = await handler
		.run(job, { clock, signal })
		.catch((error: unknown): JobOutcome => ({ outcome: "failed", error }));
	if (outcome.outcome === "failed" && outcome.error instanceof Error) log.onError(outcome.error, job);
	if (outcome.outcome === "failed" && maxAttempts !== null && job.tries >= maxAttempts)
		return giveUp(db, handler, job, codeOf(outcome.error), log, clock);
	const write = async (trx: Db) => {
		const settled = await settle(trx, handler, job, outcome, clock);
		if (settled && "apply" in outcome) await outcome.apply?.(trx);
		return settled;
	};
	// What the handler has done outside, such as an e-mail that was sent, would be done once more.
	const held = await whileAway(() => transact(db, write), signal);
	return held ? outcome.outcome : "lost";
}

function settle(
	trx: Db,
	handler: JobHandler,
	job: ClaimedJob,
	outcome: JobOutcome,
	clock: Clock | undefined,
): Promise<boolean> {
	switch (outcome.outcome) {
		case "done":
			return deleteJob(trx, job);
		case "ended":
			return endJob(trx, job, outcome, clock);
		case "released":
			return releaseJob(trx, job);
		case "given-up":
			return giveUpJob(trx, job, outcome.error, clock);
		case "reschedule": {
			const at = outcome.at === "now" ? databaseTime(trx, clock) : databaseTime(trx, constant(outcome.at));
			return requeueJob(trx, job, { at, tries: 0, error: null });
		}
		case "failed": {
			const pause = handler.pauseMs(job.tries);
			const at =
				outcome.at === undefined ? databaseTime(trx, clock, pause) : databaseTime(trx, constant(outcome.at));
			return requeueJob(trx, job, { at, tries: job.tries, error: codeOf(outcome.error) });
		}
	}
}

const constant =
	(at: number): Clock =>
	() =>
		at;

async function giveUp(
	db: Db,
	handler: JobHandler,
	job: ClaimedJob,
	error: string,
	log: JobLog,
	clock: Clock | undefined,
): Promise<Performed> {
	const held = await transact(db, async (trx) => {
		const isOurs = await giveUpJob(trx, job, error, clock);
		if (isOurs) await handler.onGiveUp?.(trx, job);
		return isOurs;
	});
	if (!held) return "lost";
	log.onGiveUp(job, job.tries, error);
	return "given-up";
}

/** The name and the code of an error, without its message, which may quote people's words. */
function codeOf(error: unknown): string {
	if (typeof error === "string") return error;
	if (!(error instanceof Error)) return "unknown";
	const { code } = error as { code?: unknown };
	return typeof code === "string" || typeof code === "number" ? `${error.name} ${code}` : error.name;
}
