import { isDead } from "../../platform/jobs/worker-id.server.ts";
import {
	findOrphans,
	HEARTBEAT_MS,
	LEASE_MS,
	listOwners,
	releaseAll,
	sendHeartbeat,
} from "./lease.server.ts";
import type { WorkerDependencies } from "./worker-dependencies.server.ts";
import { type StopReason, writeAnswer } from "./write-answer.server.ts";

type Worker = { controller: AbortController; done: Promise<void>; holds: boolean; restart: boolean };

/** Orphaned answers resumed per run. */
const RESUMED_AT_ONCE = 100;
/** A process that could not renew its own leases for this long judges no others by theirs. */
const LATE_MS = LEASE_MS / 2;

/** The answer workers of this process, one per running answer (state `writing`). */
export class AnswerWorkers {
	readonly #dependencies: WorkerDependencies;
	readonly #limit: () => number;
	readonly #writing = new Map<string, Worker>();
	readonly #onError: (error: unknown) => void;
	readonly #isMemoryShort: () => boolean;
	#heartbeat: NodeJS.Timeout | undefined;
	#renewedAt = 0;
	#renewing: Promise<void> | undefined;
	#renewAgain = false;
	#admitted = 0;
	readonly #shutdown = new AbortController();

	/**
	 * @param limit the maximum number of concurrent workers; a function where the models, and with them the room, change
	 * @param onError receives what a worker cannot handle: a database failure, a defect
	 * @param isMemoryShort whether the process is about to run out of memory
	 */
	constructor(
		dependencies: WorkerDependencies,
		limit: number | (() => number),
		onError: (error: unknown) => void,
		isMemoryShort = () => false,
	) {
		this.#dependencies = dependencies;
		this.#limit = typeof limit === "number" ? () => limit : limit;
		this.#onError = onError;
		this.#isMemoryShort = isMemoryShort;
		dependencies.log.listen({
			onAppend: () => {},
			// A change event from another process about an answer running here is a stop request.
			onChange: (answerId, from) => {
				if (from === "elsewhere" && this.#writing.has(answerId)) this.#renewSoon();
			},
		});
	}

	/** The maximum number of concurrent workers. */
	get limit(): number {
		return this.#limit();
	}

	/** Whether new questions are refused. */
	get full(): boolean {
		return this.#writing.size >= this.limit || this.#isMemoryShort();
	}

	/**
	 * Admits one more question, unless the process is at its limit, beyond which all answers would be late, or out of
	 * memory, by which all would be lost. Questions that are being recorded count, so as many of those at the same moment
	 * get in as there is room.
	 * @returns to be called when the question has been recorded and its worker started; null: it must be refused
	 */
	admit(): (() => void) | null {
		if (this.#writing.size + this.#admitted >= this.limit || this.#isMemoryShort()) return null;
		this.#admitted++;
		return () => void this.#admitted--;
	}

	/** Starts a worker and returns at once. Idempotent while the answer is running. */
	start(answerId: string): void {
		if (this.#shutdown.signal.aborted) return;
		const busy = this.#writing.get(answerId);
		if (busy) {
			// The worker may be finishing while the answer is already asked to continue.
			busy.restart = true;
			return;
		}
		const worker: Worker = {
			controller: new AbortController(),
			done: Promise.resolve(),
			holds: false,
			restart: false,
		};
		this.#writing.set(answerId, worker);
		if (!this.#heartbeat) {
			this.#renewedAt = performance.now();
			this.#heartbeat = setInterval(() => this.#renew(), HEARTBEAT_MS);
		}
		const onClaimed = () => {
			worker.holds = true;
		};
		const { controller } = worker;
		const { signal: shutdown } = this.#shutdown;
		worker.done = writeAnswer(this.#dependencies, answerId, controller, onClaimed, shutdown)
			.catch(this.#onError)
			.finally(() => this.#forget(answerId, worker));
	}

	#forget(answerId: string, { restart }: Worker): void {
		this.#writing.delete(answerId);
		if (restart) this.start(answerId);
		if (this.#writing.size > 0) return;
		clearInterval(this.#heartbeat);
		this.#heartbeat = undefined;
	}

	/** Aborts the worker if it is in this process; a worker in another process sees the request at its next heartbeat. */
	stop(answerId: string): void {
		this.#writing.get(answerId)?.controller.abort("stop" satisfies StopReason);
	}

	/**
	 * One heartbeat at a time. Those of a slow database would wait for each other's rows, each on a connection of its own,
	 * until the process had none left.
	 */
	#renew(): void {
		this.#renewing ??= this.#renewLeases().finally(() => {
			this.#renewing = undefined;
			if (!this.#renewAgain) return;
			this.#renewAgain = false;
			this.#renew();
		});
	}

	/** After the heartbeat that is being sent: it may have missed what was just requested. */
	#renewSoon(): void {
		this.#renewAgain = this.#renewing !== undefined;
		this.#renew();
	}

	/** Renews the leases of the workers here and reads stop requests made on other servers. */
	async #renewLeases(): Promise<void> {
		const held = [...this.#writing].filter(([, { holds }]) => holds);
		try {
			const { db, heartbeatDb = db, owner } = this.#dependencies;
			const ids = held.map(([answerId]) => answerId);
			const renewed = await sendHeartbeat(heartbeatDb, owner, ids);
			this.#renewedAt = performance.now();
			for (const [answerId, { controller }] of held) {
				const order = renewed.get(answerId) ?? "lost";
				if (order !== "continue") controller.abort(order satisfies StopReason);
			}
		} catch {
			// A missed heartbeat is harmless: the lease outlives several.
		}
	}

	/** Restarts answers whose worker has died. A scheduled job. */
	async resumeOrphans(): Promise<void> {
		const { db, owner: self } = this.#dependencies;
		for (const owner of await listOwners(db)) {
			if (isDead(owner, self)) await releaseAll(db, owner).catch(this.#onError);
		}
		if (this.#isMemoryShort() || this.#isLate()) return;
		const capacity = Math.min(this.limit - this.#writing.size, RESUMED_AT_ONCE);
		if (capacity <= 0) return;
		for (const answerId of await findOrphans(db, capacity)) this.start(answerId);
	}

	/**
	 * Whether the database or this process is so slow that its own leases expire. Then those of others may only seem dead,
	 * and to ask the model for all their answers again would be the slowest of all.
	 */
	#isLate(): boolean {
		return this.#writing.size > 0 && performance.now() - this.#renewedAt > LATE_MS;
	}

	/** Aborts all workers and releases their leases, so that another process resumes the answers at once. */
	async shutdown(): Promise<void> {
		this.#shutdown.abort();
		const workers = [...this.#writing.values()];
		for (const { controller } of workers) controller.abort("shutdown" satisfies StopReason);
		await Promise.all(workers.map(({ done }) => done));
		await this.#dependencies.log.settle();
	}

	get count(): number {
		return this.#writing.size;
	}
}
