import type { LogEntry } from "../answers/log/answer-log.server.ts";
import type { AnswerUpdate } from "../answers/log/answer-updates.server.ts";
import { ReasoningTime } from "../answers/reasoning-time.server.ts";
import { REASONING_LIMITS } from "../answers/shown-answer.server.ts";
import { diffBlocks, type Patch } from "../markdown/live/patch.ts";
import { RunningParts } from "../markdown/live/running-parts.server.ts";
import { placesOfReasoning } from "../markdown/live/text-parts.server.ts";
import type { Tree } from "../markdown/tree/tree.ts";
import type { ShownRound } from "../tools/shown-step.ts";
import type { ReasoningChange } from "./answer-events.server.ts";

/**
 * The reasoning of a running answer, as its readers see it: its blocks, between them the places of the rounds of calls,
 * and how long the model has reasoned. Without any reasoning there are no places either.
 */
export class RunningReasoning {
	#parts = new RunningParts("", [], REASONING_LIMITS);
	#time = new ReasoningTime(null);

	/**
	 * Begins with what has been read.
	 * @param reasoning all of it so far
	 * @param parts the same, where it is long and has been formatted
	 */
	begin(
		reasoning: string,
		{ reasoningMs, entries }: Pick<AnswerUpdate, "reasoningMs" | "entries">,
		rounds: readonly ShownRound[],
		parts = formatted(reasoning, rounds),
	): void {
		this.#parts = parts;
		this.#time = new ReasoningTime(reasoningMs, entries, rounds);
	}

	get blocks(): readonly Tree[] {
		return this.#parts.blocks;
	}

	/** The length so far, in UTF-16 units. */
	get length(): number {
		return this.#parts.length;
	}

	/** Appends a piece. @param rounds those so far: the first piece of an answer comes after rounds without any */
	append(piece: string, rounds: readonly ShownRound[]): Patch[] {
		if (piece === "") return [];
		const places = this.length > 0 ? [] : placesOfReasoning(rounds);
		return [...places.flatMap((place) => this.#parts.place(place)), ...this.#parts.append(piece)];
	}

	/** Takes the times of entries of the log. @returns the time, if the reasoning has begun or ended with them */
	takeTimes(entries: readonly LogEntry[]): ReasoningChange[] {
		return this.#time.take(entries) ? this.timeNow() : [];
	}

	/** The answer goes on after an end. @param ms how long the model has reasoned until then. @returns the time */
	goOn(ms: number | null): ReasoningChange[] {
		this.#time = new ReasoningTime(ms);
		return this.timeNow();
	}

	/** The time until now; nothing where the model has not reasoned. */
	timeNow(): ReasoningChange[] {
		const ms = this.#time.at(Date.now());
		return ms === null ? [] : [{ ms, running: this.#time.isRunning }];
	}

	/**
	 * Further rounds have ended.
	 * @param reasoning all of it so far
	 * @param rounds all of them
	 * @param known how many of them have been here before
	 */
	endRounds(reasoning: string, rounds: readonly ShownRound[], known: number): ReasoningChange[] {
		const added = rounds.slice(known);
		const patches = reasoning === "" ? [] : this.#addPlaces(reasoning, rounds, added);
		const stopped = added.map((round) => this.#time.endRound(round));
		return stopped.includes(true) ? [...patches, ...this.timeNow()] : patches;
	}

	/** The answer has ended. @param ms how long the model has reasoned in all */
	end(ms: number | null): ReasoningChange[] {
		const patches = this.#parts.release();
		return ms === null ? patches : [...patches, { ms, running: false }];
	}

	#addPlaces(reasoning: string, rounds: readonly ShownRound[], added: readonly ShownRound[]): Patch[] {
		const places = placesOfReasoning(added);
		if (places.every(({ textTo }) => textTo === this.length))
			return places.flatMap((place) => this.#parts.place(place));
		// The reasoning of the next round was faster.
		const before = [...this.blocks];
		this.#parts = formatted(reasoning, rounds);
		return diffBlocks(before, this.blocks);
	}
}

const formatted = (reasoning: string, rounds: readonly ShownRound[]): RunningParts =>
	new RunningParts(reasoning, reasoning === "" ? [] : placesOfReasoning(rounds), REASONING_LIMITS);
