type Waiter = { onPlace: (place: number) => void; proceed: () => void };

/** Answers of a model that writes one at a time, in the order in which they came. */
export class AnswerQueue {
	readonly #waiting: Waiter[] = [];
	#busy = false;

	/**
	 * Waits for the turn.
	 * @param onPlace is told the place, from 1, and each time it has changed
	 * @returns ends the turn; null: the signal was aborted before it came
	 */
	async turn(signal: AbortSignal, onPlace: (place: number) => void): Promise<(() => void) | null> {
		if (signal.aborted) return null;
		if (this.#busy) {
			const came = await this.#wait(signal, onPlace);
			if (!came) return null;
		}
		this.#busy = true;
		let ended = false;
		return () => {
			if (ended) return;
			ended = true;
			this.#next();
		};
	}

	#wait(signal: AbortSignal, onPlace: (place: number) => void): Promise<boolean> {
		return new Promise((resolve) => {
			const leave = () => {
				this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
				resolve(false);
				this.#tellPlaces();
			};
			const waiter: Waiter = {
				onPlace,
				proceed: () => {
					signal.removeEventListener("abort", leave);
					resolve(true);
				},
			};
			signal.addEventListener("abort", leave, { once: true });
			onPlace(this.#waiting.push(waiter));
		});
	}

	#next(): void {
		const next = this.#waiting.shift();
		// The turn passes at once, so that a new answer stands behind those that wait.
		if (!next) this.#busy = false;
		else next.proceed();
		this.#tellPlaces();
	}

	#tellPlaces(): void {
		for (const [i, { onPlace }] of this.#waiting.entries()) onPlace(i + 1);
	}
}
