/** `at`, `turn`: when it came. */
type Task = { start: () => void; isWanted: () => boolean; at: number; turn: number };

/** About ten seconds of rendering; more than the expected peak of simultaneous requests. */
export const MAX_WAITING_REQUESTS = 2_000;
/** A request that would wait longer than this is refused: its sender is gone by then, or asks again. */
export const MAX_WAIT_MS = 10_000;

/** Turns of the loop between two tasks: in each one it accepts a connection for each socket of its port, and reads from all. */
const TURNS_BETWEEN = 10;

/** Beside a hundred live answers a turn takes tens of milliseconds, and the waiting tasks are others' pages. */
const MAX_MS_BETWEEN = 20;

/**
 * A task that has waited so long is started in the next turn, and with each multiple of it one more in the same turn.
 * Without it a loop whose turns are long would start fifty tasks a second, however many come: beside four hundred live
 * answers pages waited for twenty seconds.
 */
const LONG_WAIT_MS = 100;
const MAX_TASKS_A_TURN = 4;

/**
 * A turn that takes so long with what is left of a started task, or without one. Where turns are shorter, one task in
 * each is as fast as four.
 */
const LONG_TURN_MS = 15;

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
	#turn = 0;
	/** When the last task had been started. */
	#startedAt = Number.NEGATIVE_INFINITY;
	/** When the queue had ended its part of a turn, and the longest turn since the last task. */
	#leftAt = Number.POSITIVE_INFINITY;
	#longestTurn = 0;
	readonly #clock: () => number;

	/** @param clock for tests: milliseconds that only grow */
	constructor(clock = () => performance.now()) {
		this.#clock = clock;
	}

	/** Whether so many wait, or the first of them so long, that a new request would time out in the queue. */
	get isFull(): boolean {
		return this.#waiting.length >= MAX_WAITING_REQUESTS || this.#longestWait > MAX_WAIT_MS;
	}

	/** How long the next task has waited, in milliseconds. */
	get #longestWait(): number {
		const [next] = this.#waiting;
		return next ? this.#clock() - next.at : 0;
	}

	/** Starts the task once the loop has read what is there now. */
	run(start: () => void, isWanted = () => true): void {
		this.#waiting.push({ start, isWanted, at: this.#clock(), turn: this.#turn });
		if (this.#running) return;
		this.#running = true;
		this.#leave();
	}

	#leave(): void {
		this.#leftAt = this.#clock();
		setImmediate(this.#next);
	}

	readonly #next = () => {
		this.#turn++;
		this.#longestTurn = Math.max(this.#longestTurn, this.#clock() - this.#leftAt);
		if (this.#turnsLeft > 0 && this.#clock() < this.#startedAt + this.#msBetween) {
			this.#turnsLeft--;
			this.#leave();
			return;
		}
		const more = this.#longestTurn < LONG_TURN_MS ? 0 : Math.floor(this.#lateness);
		const count = Math.min(1 + more, MAX_TASKS_A_TURN);
		this.#longestTurn = 0;
		const tasks = Array.from({ length: count }, () => this.#takeWanted()).filter(
			(task) => task !== undefined,
		);
		if (tasks.length === 0) {
			this.#running = false;
			return;
		}
		this.#turnsLeft = TURNS_BETWEEN;
		// Before the tasks: one that throws stops no other.
		setImmediate(this.#next);
		for (const task of tasks) task.start();
		this.#startedAt = this.#leftAt = this.#clock();
	};

	#takeWanted(): Task | undefined {
		let task = this.#waiting.shift();
		while (task && !task.isWanted()) task = this.#waiting.shift();
		return task;
	}

	/** The pause before the next task. */
	get #msBetween(): number {
		return MAX_MS_BETWEEN * (1 - this.#lateness);
	}

	/** How many times too long the next task has waited; none for one that has just come. */
	get #lateness(): number {
		const [next] = this.#waiting;
		// Until then the loop has not learned whether its sender has gone.
		const isNew = !next || this.#turn - next.turn < TURNS_BETWEEN;
		return isNew ? 0 : this.#longestWait / LONG_WAIT_MS;
	}
}
