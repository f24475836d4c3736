/** The instruction after the model's own beginning of an answer; it continues, and no text is removed. */
export const GO_ON =
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
	/**
	 * Candidate positions in the end where the new text may be a repetition; undefined: nothing is held back any more.
	 */
	#places: number[] | undefined;
	#held = "";
	#common = 0;

	constructor(soFar: string) {
		const said = soFar.trimEnd();
		this.#gap = soFar.slice(said.length);
		this.#end = said;
		const from = Math.max(0, said.length - WINDOW);
		this.#places = Array.from({ length: said.length - from }, (_, i) => from + i);
		if (from > 0) this.#places.unshift(0);
		if (letters(said) < MIN_WHOLE) this.#places = undefined;
	}

	/** Takes the next piece of the continuation. @returns the new part of all pieces so far */
	take(piece: string): string {
		if (!this.#places) return piece;
		const before = this.#held.length;
		this.#held += piece;
		// Models often begin with a line break that the text already ends with.
		const lead = this.#held.length - this.#held.trimStart().length;
		if (lead === this.#held.length) return "";
		const checked = Math.max(0, before - lead);
		const text = this.#held.slice(lead);
		this.#places = this.#places.filter((place) => {
			const length = Math.min(text.length, this.#end.length - place);
			if (
				!this.#end.startsWith(
					text.slice(Math.min(checked, length), length),
					place + Math.min(checked, length),
				)
			)
				return false;
			if (length < this.#end.length - place) return true;
			const enough = place === 0 ? MIN_WHOLE : MIN_COMMON;
			if (letters(this.#end.slice(place)) >= enough) this.#common = Math.max(this.#common, lead + length);
			return false;
		});
		return this.#places.length > 0 || this.#gapMayFollow() ? "" : this.flush();
	}

	#gapMayFollow(): boolean {
		const rest = this.#held.slice(this.#common);
		return this.#common > 0 && rest.length < this.#gap.length && this.#gap.startsWith(rest);
	}

	/** Ends the continuation: held text is new after all, except for a repetition that was found. @returns it */
	flush(): string {
		const text = this.#common > 0 ? this.#withoutGap(this.#held.slice(this.#common)) : this.#held;
		this.#held = "";
		this.#places = undefined;
		return text;
	}

	/** Trailing whitespace is part of the previous text, too. */
	#withoutGap(rest: string): string {
		let same = 0;
		while (same < this.#gap.length && rest[same] === this.#gap[same]) same++;
		return rest.slice(same);
	}
}

const letters = (text: string) => text.slice(-200).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
