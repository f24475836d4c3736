/**
 * Starts one task in each turn of the event loop, in order of arrival. A page that the application renders holds the
 * loop for some milliseconds; ten requests that arrive together would hold it for all ten, and what is answered from
 * memory in microseconds, or a piece of a live answer, would wait for the last of them. Between two turns the loop
 * reads from all sockets.
 */
export class TurnQueue {
	/** A task has been started in this turn. */
	#taken = false;
	readonly #waiting: (() => void)[] = [];

	/** Starts the task: at once where nothing has been started in this turn. */
	run(task: () => void): void {
		if (this.#taken) {
			this.#waiting.push(task);
			return;
		}
		this.#taken = true;
		setImmediate(this.#next);
		task();
	}

	readonly #next = () => {
		const task = this.#waiting.shift();
		if (!task) {
			this.#taken = false;
			return;
		}
		setImmediate(this.#next);
		task();
	};
}
