import { WithoutRepetition } from "../context/continuation.server.ts";
import type { AnswerWriter } from "./log/answer-log.server.ts";
import { type AnswerUpdate, THOUGHT_END } from "./log/answer-updates.server.ts";
import { ReasoningTime } from "./reasoning-time.server.ts";

/**
 * The most that one attempt says, in UTF-16 units, reasoning too: several times what models write at most. Some go on for
 * ever, and nobody may be there to stop them before the disk is full.
 */
const LONGEST = 2_000_000;

/** The text of an answer while its worker writes it: what the model says is appended, and counted where that is needed. */
export class AnswerText {
	/** The lengths so far, in UTF-16 units. */
	textLength: number;
	reasoningLength: number;
	/** Whether there is any text, and whether it is blank; the text itself is in the log. */
	hasText: boolean;
	isBlank: boolean;
	firstPieceMs: number | undefined;
	/** The estimated tokens of this attempt's requests; 0: the model has said nothing to them. */
	askedTokens = 0;
	readonly #writer: AnswerWriter;
	readonly #began = performance.now();
	/** The text kept if the rest is reclassified as reasoning; null once that can no longer happen. */
	#base: string | null;
	#repetition: WithoutRepetition;
	/** The separator between the text of two rounds. */
	#gap = "";
	#endsBlank: boolean;
	readonly #time: ReasoningTime;
	readonly #longest: number;
	#isTimed = false;

	/**
	 * @param soFar the text in the row and in the log, and what says how long the model has reasoned
	 * @param base the text in the row, where no round has been committed
	 * @param tail the text after the last round
	 */
	constructor(
		writer: AnswerWriter,
		soFar: { text: string; reasoning: string } & Partial<
			Pick<AnswerUpdate, "reasoningMs" | "entries" | "rounds">
		>,
		base: string | null,
		tail: string,
	) {
		this.#writer = writer;
		this.textLength = soFar.text.length;
		this.reasoningLength = soFar.reasoning.length;
		this.#longest = this.textLength + this.reasoningLength + LONGEST;
		this.hasText = soFar.text !== "";
		this.isBlank = soFar.text.trim() === "";
		this.#endsBlank = soFar.text === "" || soFar.text.endsWith("\n\n");
		this.#time = new ReasoningTime(soFar.reasoningMs ?? null, soFar.entries, soFar.rounds);
		this.#base = base;
		this.#repetition = new WithoutRepetition(tail);
		if (base === null && tail === "") this.#beginRound();
	}

	/** Whether this attempt has said more than any answer has. */
	get isTooLong(): boolean {
		return this.textLength + this.reasoningLength > this.#longest;
	}

	/** A piece of the model's text. */
	take(piece: string): void {
		this.#append(this.#repetition.take(piece));
	}

	takeReasoning(piece: string): void {
		if (piece === "") return;
		this.reasoningLength += piece.length;
		this.#write("reasoning", piece);
	}

	/** The text of this attempt is reasoning. Text of earlier rounds is no part of it, so there it stays text. */
	takeBack(): void {
		this.#append(this.#repetition.flush());
		if (this.#base === null) return;
		this.#writer.append("text", THOUGHT_END);
		this.#count("text", THOUGHT_END);
		this.reasoningLength += this.textLength - this.#base.length;
		this.textLength = this.#base.length;
		this.#repetition = new WithoutRepetition(this.#base);
		this.hasText = this.#base !== "";
		this.isBlank = this.#base.trim() === "";
	}

	/** Resolves when all pieces are committed. */
	flush(): Promise<void> {
		this.#append(this.#repetition.flush());
		return this.#writer.flush();
	}

	/** How long the model has reasoned, in milliseconds; null: not at all. */
	reasoningMs(now: number): number | null {
		return this.#time.at(now);
	}

	/** A round has been committed: what comes now is the text of the next one. */
	roundEnded(round: { endedAt: number; reasoningMs: number | null }): void {
		this.#time.endRound(round);
		this.#base = null;
		this.#repetition = new WithoutRepetition("");
		this.#beginRound();
	}

	#beginRound(): void {
		this.#gap = this.#endsBlank ? "" : "\n\n";
	}

	#append(piece: string): void {
		let text = piece;
		if (this.#gap !== "") {
			text = text.trimStart();
			if (text !== "") {
				text = this.#gap + text;
				this.#gap = "";
			}
		}
		if (text === "") return;
		this.hasText = true;
		if (this.isBlank) this.isBlank = text.trim() === "";
		this.#endsBlank = false;
		this.textLength += text.length;
		this.#write("text", text);
	}

	#write(kind: "text" | "reasoning", piece: string): void {
		this.#writer.append(kind, piece);
		this.#count(kind, piece);
		this.firstPieceMs ??= Math.round(performance.now() - this.#began);
	}

	/** Most pieces are text after text, and say nothing about the time: looking at each costs a fiftieth of what it costs. */
	#count(kind: "text" | "reasoning", body: string): void {
		const isNews = kind === "reasoning" || body === THOUGHT_END || this.#time.isRunning || !this.#isTimed;
		if (!isNews) return;
		this.#isTimed = true;
		this.#time.take([{ seq: 0, kind, body, at: Date.now() }]);
	}
}
