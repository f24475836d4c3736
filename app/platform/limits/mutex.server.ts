/** Lets one at a time through, in the order they came. */
export class Mutex {
	#taken = false;
	readonly #waiting: (() => void)[] = [];

	/**
	 * Waits for the turn; every turn taken must be given back with `done()`.
	 * @throws after `limitMs`: whoever holds the turn is waiting for itself, or has forgotten to end
	 */
	acquire(limitMs: number): Promise<void> {
		if (!this.#taken) {
			this.#taken = true;
			return Promise.resolve();
		}
		return new Promise((resolve, reject) => {
			const mine = () => {
				clearTimeout(tooLong);
				resolve();
			};
			const tooLong = setTimeout(() => {
				this.#waiting.splice(this.#waiting.indexOf(mine), 1);
				reject(
					new Error(
						`The database was not free for ${limitMs} ms: is a write inside a transaction made without it?`,
					),
				);
			}, limitMs);
			this.#waiting.push(mine);
		});
	}

	release(): void {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#taken = false;
	}
}
