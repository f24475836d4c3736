/** Runs a few tasks at a time, queues a few, and rejects the rest. */
export class Semaphore {
	readonly #atOnce: number;
	readonly #places: number;
	#running = 0;
	readonly #waiting: (() => void)[] = [];
	readonly #awaitingIdle: (() => void)[] = [];

	constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
		this.#atOnce = atOnce;
		this.#places = waiting;
	}

	/** Whether a new call would be rejected. */
	get isFull(): boolean {
		return this.#running >= this.#atOnce && this.#waiting.length >= this.#places;
	}

	/** Resolves when nothing runs and nothing waits. */
	idle(): Promise<void> {
		if (this.#running === 0) return Promise.resolve();
		return new Promise((resolve) => this.#awaitingIdle.push(resolve));
	}

	async run<T>(work: () => Promise<T>): Promise<T | "busy"> {
		if (this.isFull) return "busy";
		if (this.#running < this.#atOnce) this.#running++;
		// A finished task hands its slot to the next one, so the number of running tasks stays.
		else await new Promise<void>((resolve) => this.#waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = this.#waiting.shift();
			if (next) next();
			else if (--this.#running === 0) for (const resolve of this.#awaitingIdle.splice(0)) resolve();
		}
	}
}
