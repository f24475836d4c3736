import { performance } from "node:perf_hooks";

/** A piece waits about half of this for its commit while the process has time. */
const SHORTEST_PAUSE_MS = 5;
/** The pause of a busy process. */
const LOADED_PAUSE_MS = 45;
/** The pause of a process that has no time left: everything it does waits then, and a row saved is time for a page. */
const SATURATED_PAUSE_MS = 250;
/**
 * Beyond it the pause is as long as the last commit took, up to this limit, so that commits take at most half of the
 * time.
 */
const LONGEST_PAUSE_MS = 400;

/** Shares of the time that the event loop is busy: above the first two the pause grows, below the last it shrinks. */
const SATURATED = 0.98;
const BUSY = 0.9;
const FREE = 0.8;
/** The load is looked at over at least this time: a single commit is no load. */
const WINDOW_MS = 50;

/** The total times that the event loop was busy and idle, in milliseconds. */
export type LoopTimes = { active: number; idle: number };

/**
 * The pause between two group commits, and between two reads of what other servers commit: short while the process has
 * time, so that pieces wait little; longer under load, because a commit, or a read, and what follows from it, an event for
 * each reader, cost nearly the same however much is in it.
 */
export class CommitPace {
	readonly #loopTimes: () => LoopTimes;
	#seen: LoopTimes;
	#pause = SHORTEST_PAUSE_MS;
	#atLeast = 0;

	constructor(loopTimes: () => LoopTimes = () => performance.eventLoopUtilization()) {
		this.#loopTimes = loopTimes;
		this.#seen = loopTimes();
	}

	/** In milliseconds. */
	get pauseMs(): number {
		return Math.min(Math.max(this.#pause, this.#atLeast), LONGEST_PAUSE_MS);
	}

	/** A commit has ended. @param tookMs it and the delivery of what it holds */
	committed(tookMs: number): void {
		this.#atLeast = tookMs;
		const now = this.#loopTimes();
		const active = now.active - this.#seen.active;
		const whole = active + now.idle - this.#seen.idle;
		if (whole < WINDOW_MS) return;
		this.#seen = now;
		if (active > whole * SATURATED) this.#pause = Math.min(this.#pause * 1.25, SATURATED_PAUSE_MS);
		else if (active > whole * BUSY)
			this.#pause =
				this.#pause > LOADED_PAUSE_MS
					? Math.max(this.#pause * 0.95, LOADED_PAUSE_MS)
					: Math.min(this.#pause * 1.25, LOADED_PAUSE_MS);
		else if (active < whole * FREE) this.#pause = Math.max(this.#pause * 0.9, SHORTEST_PAUSE_MS);
	}
}
