import { startTimeout } from "./timeout.server.ts";

/** Runs one holder at a time, in order of arrival. */
export class Mutex {
	#taken = false;
	readonly #waiting: (() => void)[] = [];

	/**
	 * Waits for the mutex; every `acquire()` needs a `release()`.
	 * @throws {MutexTimeout} after `limitMs`: the holder waits for another process or for itself, or has forgotten to
	 * release
	 */
	acquire(limitMs: number): Promise<void> {
		if (!this.#taken) {
			this.#taken = true;
			return Promise.resolve();
		}
		return new Promise((resolve, reject) => {
			const mine = () => {
				endTimeout();
				resolve();
			};
			// A holder of this process has stood still whenever those who wait for it have.
			const endTimeout = startTimeout(limitMs, () => {
				this.#waiting.splice(this.#waiting.indexOf(mine), 1);
				reject(new MutexTimeout(limitMs));
			});
			this.#waiting.push(mine);
		});
	}

	release(): void {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#taken = false;
	}
}

export class MutexTimeout extends Error {
	constructor(limitMs: number) {
		super(
			`The database was not free for ${limitMs} ms: it is locked, or a write inside a transaction is made without it.`,
		);
		this.name = "MutexTimeout";
	}
}
