import type { LogEntry } from "./log/answer-log.server.ts";
import { THOUGHT_END } from "./log/answer-updates.server.ts";

/** The end of the reasoning at a round of calls, and the time it had taken by then; null: not known. */
type RoundEnd = { endedAt: number; reasoningMs: number | null };

/**
 * How long a model has reasoned: until the text or a round's calls began, or while nothing but reasoning has arrived.
 */
export class ReasoningTime {
	/** Milliseconds of what is over; null: it has not reasoned. */
	#ms: number | null;
	#before: number;
	/** When what is running began, and the first entry; by the clock that the log's entries bear. */
	#since: number | null = null;
	#first: number | null = null;

	/**
	 * @param before of the runs whose log is merged into the answer's row; null: none
	 * @param rounds those that have ended, in order
	 */
	constructor(before: number | null, entries: readonly LogEntry[] = [], rounds: readonly RoundEnd[] = []) {
		this.#ms = before;
		this.#before = before ?? 0;
		let from = 0;
		for (const round of rounds) {
			const later = entries.findIndex(({ at }, i) => i >= from && at > round.endedAt);
			const to = later < 0 ? entries.length : later;
			this.take(entries.slice(from, to));
			this.endRound(round);
			from = to;
		}
		this.take(entries.slice(from));
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

	/** A round has ended: while its calls run the model does not reason. @returns whether it had been reasoning */
	endRound({ endedAt, reasoningMs }: RoundEnd): boolean {
		const wasRunning = this.isRunning;
		const ms = reasoningMs ?? this.at(endedAt);
		// The time in the row of a resumed answer may be later than that of the round.
		if (ms !== null) this.#ms = Math.max(this.#ms ?? 0, ms);
		this.#since = null;
		return wasRunning;
	}

	/** The time until now in milliseconds; null: the model has not reasoned. */
	at(now: number): number | null {
		if (this.#since === null) return this.#ms;
		return (this.#ms ?? 0) + lasted(this.#since, now);
	}
}

/** Not negative: clocks are set back. */
const lasted = (from: number, to: number) => Math.max(0, to - from);
