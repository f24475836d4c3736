import type { LogEntry } from "./answer-log.server.ts";
import { THOUGHT_END } from "./answer-updates.server.ts";

/** How long a model has reasoned: until the text began, or while nothing but reasoning has arrived. */
export class ReasoningTime {
	/** Milliseconds of what is over; null: it has not reasoned. */
	#ms: number | null;
	#before: number;
	/** When what is running began, and the first entry; by the clock that the log's entries bear. */
	#since: number | null = null;
	#first: number | null = null;

	/** @param before of the runs whose log is merged into the answer's row; null: none */
	constructor(before: number | null, entries: readonly LogEntry[] = []) {
		this.#ms = before;
		this.#before = before ?? 0;
		this.take(entries);
	}

	/** Whether the model is reasoning. */
	get isRunning(): boolean {
		return this.#since !== null;
	}

	/** Takes further entries of the log. @returns whether reasoning has begun or ended with them */
	take(entries: readonly LogEntry[]): boolean {
		const [ms, since] = [this.#ms, this.#since];
		for (const { kind, body, at } of entries) {
			this.#first ??= at;
			if (kind === "reasoning") {
				this.#since ??= at;
				this.#ms ??= 0;
			} else if (body.includes(THOUGHT_END)) {
				// All that has arrived so far was reasoning.
				this.#ms = this.#before + lasted(this.#first, at);
				this.#since = null;
			} else if (this.#since !== null && body.trim() !== "") {
				this.#ms = this.at(at);
				this.#since = null;
			}
		}
		return ms !== this.#ms || since !== this.#since;
	}

	/** The time until now in milliseconds; null: the model has not reasoned. */
	at(now: number): number | null {
		if (this.#since === null) return this.#ms;
		return (this.#ms ?? 0) + lasted(this.#since, now);
	}
}

/** Not negative: clocks are set back. */
const lasted = (from: number, to: number) => Math.max(0, to - from);
