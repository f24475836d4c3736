import { findOrphans, listOwners, PULSE_MS, pulse, releaseAll } from "./lease.server.ts";
import { isDead } from "./worker-id.server.ts";
import { type StopReason, type WorkerDependencies, writeAnswer } from "./write-answer.server.ts";

type Worker = { controller: AbortController; done: Promise<void>; holds: boolean; again: boolean };

/** So many answers without a pen are taken up at a time. */
const TAKEN_UP_AT_ONCE = 100;

/** The pens of this process: which answers it is writing now. */
export class AnswerWorkers {
	readonly #desk: WorkerDependencies;
	readonly #limit: number;
	readonly #writing = new Map<string, Worker>();
	readonly #onError: (error: unknown) => void;
	#heart: NodeJS.Timeout | undefined;
	#laidDown = false;

	/**
	 * @param limit so many answers at once are written here
	 * @param onError hears what no pen could handle: a broken database, a mistake of ours
	 */
	constructor(desk: WorkerDependencies, limit: number, onError: (error: unknown) => void) {
		this.#desk = desk;
		this.#limit = limit;
		this.#onError = onError;
		desk.log.listen({
			onAppend: () => {},
			// Another process speaks of an answer that is written here: somebody wants it stopped.
			onChange: (answerId, from) => {
				if (from === "elsewhere" && this.#writing.has(answerId)) void this.#beat();
			},
		});
	}

	/** Whether no more answers should be promised: past it, all of them would be late. */
	get full(): boolean {
		return this.#writing.size >= this.#limit;
	}

	/** Starts writing and returns at once. Harmless when the answer is being written already. */
	start(answerId: string): void {
		if (this.#laidDown) return;
		const busy = this.#writing.get(answerId);
		if (busy) {
			// It may be at its very end and asked to go on already.
			busy.again = true;
			return;
		}
		const pen: Worker = {
			controller: new AbortController(),
			done: Promise.resolve(),
			holds: false,
			again: false,
		};
		this.#writing.set(answerId, pen);
		this.#heart ??= setInterval(() => void this.#beat(), PULSE_MS);
		const taken = () => {
			pen.holds = true;
		};
		pen.done = writeAnswer(this.#desk, answerId, pen.controller, taken)
			.catch(this.#onError)
			.finally(() => this.#forget(answerId, pen));
	}

	#forget(answerId: string, { again }: Worker): void {
		this.#writing.delete(answerId);
		if (again) this.start(answerId);
		if (this.#writing.size > 0) return;
		clearInterval(this.#heart);
		this.#heart = undefined;
	}

	/** Stops the pen if it is in this process; elsewhere the holder hears of it with its next beat. */
	stop(answerId: string): void {
		this.#writing.get(answerId)?.controller.abort("stop" satisfies StopReason);
	}

	/** Keeps the leases and hears stops that were asked for on another server. */
	async #beat(): Promise<void> {
		const held = [...this.#writing].filter(([, { holds }]) => holds);
		try {
			const heard = await pulse(this.#desk.db, this.#desk.owner);
			for (const [answerId, { controller }] of held) {
				const word = heard.get(answerId) ?? "lost";
				if (word !== "go-on") controller.abort(word satisfies StopReason);
			}
		} catch {
			// One missed beat is no death: the lease outlives several.
		}
	}

	/** Takes up the answers whose writer has died. A chore of the clock. */
	async resumeOrphans(): Promise<void> {
		const { db, owner: self } = this.#desk;
		for (const owner of await listOwners(db)) {
			if (isDead(owner, self)) await releaseAll(db, owner).catch(this.#onError);
		}
		const room = Math.min(this.#limit - this.#writing.size, TAKEN_UP_AT_ONCE);
		if (room <= 0) return;
		for (const answerId of await findOrphans(db, room)) this.start(answerId);
	}

	/** Lays all pens down and gives their leases up, so that another process goes on at once. */
	async shutdown(): Promise<void> {
		this.#laidDown = true;
		const pens = [...this.#writing.values()];
		for (const { controller } of pens) controller.abort("shutdown" satisfies StopReason);
		await Promise.all(pens.map(({ done }) => done));
	}

	get count(): number {
		return this.#writing.size;
	}
}
