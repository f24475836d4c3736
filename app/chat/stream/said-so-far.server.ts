import type { LogEntry } from "../answers/log/answer-log.server.ts";
import { type AnswerUpdate, replayEntries } from "../answers/log/answer-updates.server.ts";

export type Said = { text: string; reasoning: string };

/** The text and the reasoning of a running answer: the row's content when it was read, and the log entries since. */
export class SaidSoFar {
	#row = { text: "", reasoning: "", lastSeq: 0 };
	#entries: LogEntry[] = [];

	/** Begins with the row, which has what the log had until then. */
	begin({ text, reasoning, lastSeq }: AnswerUpdate): void {
		this.#row = { text, reasoning, lastSeq };
		this.#entries = [];
	}

	append(entries: readonly LogEntry[]): void {
		// As arguments of push(), a hundred thousand entries overflow the stack.
		for (const entry of entries) this.#entries.push(entry);
	}

	get all(): Said {
		return this.#replay(this.#entries);
	}

	/** What had been said at a position in the log; undefined: it is not known any more. */
	at(after: number): Said | undefined {
		if (after === 0) return { text: "", reasoning: "" };
		if (after < this.#row.lastSeq) return undefined;
		return this.#replay(this.#entries.filter(({ seq }) => seq <= after));
	}

	#replay(entries: readonly LogEntry[]): Said {
		const more = replayEntries(entries);
		return { text: this.#row.text + more.text, reasoning: this.#row.reasoning + more.reasoning };
	}
}
