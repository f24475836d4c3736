import { findOrphans } from "./lease.server.ts";
import { type Desk, type PutDown, writeAnswer } from "./write-answer.server.ts";

/** The pens of this process: which answers it is writing now. */
export class Pens {
	readonly #desk: Desk;
	readonly #writing = new Map<string, { controller: AbortController; done: Promise<void> }>();
	readonly #onError: (error: unknown) => void;

	/** @param onError hears what no pen could handle: a broken database, a mistake of ours */
	constructor(desk: Desk, onError: (error: unknown) => void) {
		this.#desk = desk;
		this.#onError = onError;
	}

	/** Starts writing and returns at once. Harmless when the answer is being written already. */
	take(answerId: string): void {
		if (this.#writing.has(answerId)) return;
		const controller = new AbortController();
		const done = writeAnswer(this.#desk, answerId, controller)
			.catch(this.#onError)
			.finally(() => this.#writing.delete(answerId));
		this.#writing.set(answerId, { controller, done });
	}

	/** Stops the pen if it is in this process; elsewhere the holder hears of it with its next beat. */
	stop(answerId: string): void {
		this.#writing.get(answerId)?.controller.abort("stop" satisfies PutDown);
	}

	/** Takes up the answers whose writer has died. A chore of the clock. */
	async takeUpOrphans(): Promise<void> {
		for (const answerId of await findOrphans(this.#desk.db)) this.take(answerId);
	}

	/** Lays all pens down and gives their leases up, so that another process goes on at once. */
	async layDown(): Promise<void> {
		const pens = [...this.#writing.values()];
		for (const { controller } of pens) controller.abort("shutdown" satisfies PutDown);
		await Promise.all(pens.map(({ done }) => done));
	}

	get count(): number {
		return this.#writing.size;
	}
}
