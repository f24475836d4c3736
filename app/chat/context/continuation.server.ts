/** The instruction after the model's own beginning of an answer; it continues, and no text is removed. */
export const CONTINUE_INSTRUCTION =
	"Продолжи свой ответ ровно с того места, где он оборвался. Не повторяй уже написанное и не извиняйся.";

/**
 * The length of the end in which a repetition is searched, in UTF-16 units; beyond it only a repetition from the very
 * beginning is found.
 */
const WINDOW = 4_000;
/** A shorter overlap, in letters and digits, is coincidence: «да», «ма», an indented brace. */
const MIN_COMMON = 10;
/** The overlap required when the continuation begins with the whole text, which is hardly coincidence. */
const MIN_WHOLE = 4;

/**
 * Removes from a continuation what the model repeats: its last words, or everything from the beginning. Text is held
 * back only while it may still turn out to be a repetition; what was no repetition is passed on whole.
 */
export class WithoutRepetition {
	/** The end of the previous text without its trailing whitespace, and that whitespace. */
	readonly #end: string;
	readonly #gap: string;
	/** The first place of its words: the text of a later round begins with a blank line after the one before. */
	readonly #begin: number;
	/**
	 * Candidate positions in the end where the new text may be a repetition; undefined: nothing is held back any more.
	 */
	#candidates: number[] | undefined;
	#held = "";
	#common = 0;

	constructor(soFar: string) {
		const text = soFar.trimEnd();
		this.#gap = soFar.slice(text.length);
		this.#end = text;
		this.#begin = text.length - text.trimStart().length;
		const from = Math.max(this.#begin, text.length - WINDOW);
		this.#candidates = Array.from({ length: text.length - from }, (_, i) => from + i);
		if (from > this.#begin) this.#candidates.unshift(this.#begin);
		if (countCharacters(text) < MIN_WHOLE) this.#candidates = undefined;
	}

	/** Takes the next piece of the continuation. @returns the new part of all pieces so far */
	take(piece: string): string {
		if (!this.#candidates) return piece;
		const before = this.#held.length;
		this.#held += piece;
		// Models often begin with a line break that the text already ends with.
		const lead = this.#held.length - this.#held.trimStart().length;
		if (lead === this.#held.length) return "";
		const checked = Math.max(0, before - lead);
		const text = this.#held.slice(lead);
		this.#candidates = this.#candidates.filter((start) => {
			const length = Math.min(text.length, this.#end.length - start);
			if (
				!this.#end.startsWith(
					text.slice(Math.min(checked, length), length),
					start + Math.min(checked, length),
				)
			)
				return false;
			if (length < this.#end.length - start) return true;
			const enough = start === this.#begin ? MIN_WHOLE : MIN_COMMON;
			if (countCharacters(this.#end.slice(start)) >= enough)
				this.#common = Math.max(this.#common, lead + length);
			return false;
		});
		return this.#candidates.length > 0 || this.#gapMayFollow() ? "" : this.flush();
	}

	#gapMayFollow(): boolean {
		const rest = this.#held.slice(this.#common);
		return this.#common > 0 && rest.length < this.#gap.length && this.#gap.startsWith(rest);
	}

	/** Ends the continuation: held text is new after all, except for a repetition that was found. @returns it */
	flush(): string {
		const text = this.#common > 0 ? this.#withoutGap(this.#held.slice(this.#common)) : this.#held;
		this.#held = "";
		this.#candidates = undefined;
		return text;
	}

	/** Trailing whitespace is part of the previous text, too. */
	#withoutGap(rest: string): string {
		let same = 0;
		while (same < this.#gap.length && rest[same] === this.#gap[same]) same++;
		return rest.slice(same);
	}
}

const countCharacters = (text: string) => text.slice(-200).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
