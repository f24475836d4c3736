import type { Db } from "../../app/platform/db/connection.server.ts";
import type { Clock } from "../../app/platform/db/database-clock.server.ts";
import type { JobHandler } from "../../app/platform/jobs/job-handler.server.ts";
import { JobRunner } from "../../app/platform/jobs/job-runner.server.ts";
import type { Performed } from "../../app/platform/jobs/perform-job.server.ts";

export type PerformedJob = { kind: string; key: string; outcome: Performed };

/**
 * Does what is due, as the runner of a server does, until nothing is.
 * @returns what became of each job, in the order of their ends
 * @throws {AggregateError} with what failed unexpectedly
 */
export async function runDueJobs(
	db: Db,
	handlers: readonly JobHandler[],
	clock?: Clock,
): Promise<PerformedJob[]> {
	const performed: PerformedJob[] = [];
	const errors: unknown[] = [];
	const runner = new JobRunner(db, handlers, {
		owner: "server",
		log: { onError: (error) => void errors.push(error), onGiveUp: () => {} },
		onPerformed: ({ kind, key }, outcome) => void performed.push({ kind, key, outcome }),
		...(clock && { clock }),
	});
	runner.kick();
	await runner.idle();
	if (errors.length > 0) throw new AggregateError(errors, `${errors.length} jobs failed`);
	return performed;
}
