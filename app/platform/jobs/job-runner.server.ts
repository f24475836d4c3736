import type { Db } from "../db/connection.server.ts";
import type { Clock } from "../db/database-clock.server.ts";
import { transact } from "../db/transact.server.ts";
import { forEachItem } from "../for-each-item.server.ts";
import { claimJobs, findDueKinds, freeJobsOfDead } from "./claim-jobs.server.ts";
import { enqueue } from "./enqueue.server.ts";
import type { Job, JobHandler } from "./job-handler.server.ts";
import { type JobLog, type Performed, performJob } from "./perform-job.server.ts";
import { onWake } from "./wake.server.ts";
import { isDead } from "./worker-id.server.ts";

/** The interval at which a process asks for due jobs; what it queues itself it takes up at once (`wakeRunner`). */
export const POLL_MS = 1_000;
/** Records without a job that are queued per kind and minute. */
const JOBLESS_AT_ONCE = 100;

type Options = {
	/** The worker id of this process. */
	owner: string;
	log: JobLog;
	clock?: Clock;
	/** Called with what became of each job, and when it began. */
	onPerformed?: (job: Job, performed: Performed, startedAt: number) => void;
};

/**
 * Does the due jobs of all kinds: one loop claims, and each kind has slots of its own, so that a crowd of one kind
 * delays no other. Any number of processes share the queue.
 */
export class JobRunner {
	readonly #db: Db;
	readonly #handlers: readonly JobHandler[];
	readonly #options: Options;
	readonly #running = new Map<string, Set<Promise<void>>>();
	readonly #stopping = new AbortController();
	#unregister: (() => void) | undefined;
	#timer: NodeJS.Timeout | undefined;
	#claiming: Promise<void> | undefined;
	#again = false;
	#freeDead = true;

	constructor(db: Db, handlers: readonly JobHandler[], options: Options) {
		this.#db = db;
		this.#handlers = handlers;
		this.#options = options;
		for (const { kind } of handlers) this.#running.set(kind, new Set());
	}

	start(): void {
		this.#timer ??= setInterval(() => this.#poll(), POLL_MS);
		this.#unregister ??= onWake(() => this.kick());
		this.#poll();
	}

	#poll(): void {
		this.#freeDead = true;
		this.kick();
	}

	/** Asks for due jobs now. Never two claims at once: a call in the middle of one makes it look again. */
	kick(): void {
		if (this.#stopping.signal.aborted) return;
		this.#again = true;
		this.#claiming ??= this.#claimAll().finally(() => {
			this.#claiming = undefined;
		});
	}

	/** Resolves when nothing is due and nothing runs. */
	async idle(): Promise<void> {
		for (;;) {
			const pending = [this.#claiming, ...[...this.#running.values()].flatMap((jobs) => [...jobs])];
			if (pending.every((one) => one === undefined)) return;
			await Promise.all(pending);
		}
	}

	/** Claims no more, tells the running jobs to stop, and waits for them. */
	async stop(): Promise<void> {
		clearInterval(this.#timer);
		this.#unregister?.();
		this.#stopping.abort();
		await this.idle();
	}

	/**
	 * Queues what waits without a job: kinds that reschedule themselves, at their first start (`RECURRING`), what a change
	 * of settings makes due (documents without vectors), and what a server of the release before the queue has written.
	 * @throws {AggregateError} with what has failed of some kinds; the others are queued all the same
	 */
	async reconcile(): Promise<void> {
		await forEachItem(this.#handlers, async ({ kind, findJobless }) => {
			const found = (await findJobless?.(this.#db, JOBLESS_AT_ONCE, this.#options.clock)) ?? [];
			const jobs = found.map((job) => ({ kind, ...job }));
			// Two servers may queue the same ones.
			await transact(this.#db, (trx) => enqueue(trx, jobs, this.#options.clock));
			if (found.length > 0) this.kick();
		});
	}

	async #claimAll(): Promise<void> {
		const { owner, log, clock } = this.#options;
		while (this.#again && !this.#stopping.signal.aborted) {
			this.#again = false;
			try {
				if (this.#freeDead) await freeJobsOfDead(this.#db, (holder) => isDead(holder, owner));
				this.#freeDead = false;
				const due = await findDueKinds(this.#db, this.#handlers, clock);
				for (const handler of this.#handlers)
					if (due.has(handler.kind))
						await this.#claim(handler).catch((error) => log.onError(error, { kind: handler.kind, key: "" }));
			} catch (error) {
				log.onError(error, { kind: "", key: "" });
			}
		}
	}

	async #claim(handler: JobHandler): Promise<void> {
		const { owner, log, clock, onPerformed } = this.#options;
		const running = this.#running.get(handler.kind) ?? new Set();
		const most = handler.concurrency - running.size;
		if (most <= 0) return;
		for (const job of await claimJobs(this.#db, handler, { owner, most }, clock)) {
			const signal = this.#stopping.signal;
			const startedAt = Date.now();
			const done = performJob(this.#db, handler, job, { log, signal, clock })
				.then((performed) => onPerformed?.(job, performed, startedAt))
				.catch((error: unknown) => log.onError(error, job))
				.finally(() => {
					running.delete(done);
					// A slot is free.
					this.kick();
				});
			running.add(done);
		}
	}
}
