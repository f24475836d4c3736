type Task = { start: () => void; isWanted: () => boolean };

/** About ten seconds of rendering; more than the expected peak of simultaneous requests. */
export const MAX_WAITING_REQUESTS = 2_000;

/** Turns of the loop between two tasks: in each one it accepts one connection, and reads from all. */
const TURNS_BETWEEN = 10;

/** Beside a hundred live answers a turn takes tens of milliseconds, and the waiting tasks are others' pages. */
const MAX_MS_BETWEEN = 20;

/**
 * Starts tasks in turns of the event loop of their own, in order of arrival. A page that the application renders
 * holds the loop for some milliseconds; ten requests that arrive together would hold it for all ten, and what is
 * answered from memory in microseconds, or a piece of a live answer, would wait for the last of them. A task that
 * nobody waits for any more is skipped: a burst whose clients have gone would be rendered to its end.
 */
export class TurnQueue {
	readonly #waiting: Task[] = [];
	/** The queue is called in the next turn. */
	#running = false;
	#turnsLeft = 0;
	/** The next task waits no longer than until then. */
	#latest = 0;
	readonly #clock: () => number;

	/** @param clock for tests: milliseconds that only grow */
	constructor(clock = () => performance.now()) {
		this.#clock = clock;
	}

	/** Whether so many wait that a new request would time out in the queue. */
	get isFull(): boolean {
		return this.#waiting.length >= MAX_WAITING_REQUESTS;
	}

	/** Starts the task once the loop has read what is there now. */
	run(start: () => void, isWanted = () => true): void {
		this.#waiting.push({ start, isWanted });
		if (this.#running) return;
		this.#running = true;
		setImmediate(this.#next);
	}

	readonly #next = () => {
		if (this.#turnsLeft > 0 && this.#clock() < this.#latest) {
			this.#turnsLeft--;
			setImmediate(this.#next);
			return;
		}
		let task = this.#waiting.shift();
		while (task && !task.isWanted()) task = this.#waiting.shift();
		if (!task) {
			this.#running = false;
			return;
		}
		this.#turnsLeft = TURNS_BETWEEN;
		setImmediate(this.#next);
		task.start();
		this.#latest = this.#clock() + MAX_MS_BETWEEN;
	};
}
