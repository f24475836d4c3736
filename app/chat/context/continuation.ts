/** Said to the model after its own beginning of an answer; it goes on, and nothing it has said is taken back. */
export const GO_ON =
	"Продолжи свой ответ ровно с того места, где он оборвался. Не повторяй уже написанное и не извиняйся.";

/** What a model repeats is looked for in so much of the end; beyond it only a repetition from the very beginning is. */
const WINDOW = 4_000;
/** Fewer letters and digits in common are chance: «да», «ма», an indented brace. */
const MIN_COMMON = 10;
/** To begin with all that was said is hardly chance. */
const MIN_WHOLE = 4;

/**
 * Takes out of a continuation what the model says again: its last words, or all from the beginning. Text
 * is held back only while it may still turn out to be a repetition; what was no repetition is given whole.
 */
export class WithoutRepetition {
	/** The end of what was said, without the spaces after it, and those spaces. */
	readonly #end: string;
	readonly #gap: string;
	/** Where in the end the new text may be a repetition from; undefined: nothing is held any more. */
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

	/** The next piece of the continuation. @returns what of all given so far is new */
	take(piece: string): string {
		if (!this.#places) return piece;
		const before = this.#held.length;
		this.#held += piece;
		// Models like to begin with a line end that the text has already.
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

	/** Nothing more comes: what is held back is new after all, but for a repetition that was found. */
	flush(): string {
		const text = this.#common > 0 ? this.#withoutGap(this.#held.slice(this.#common)) : this.#held;
		this.#held = "";
		this.#places = undefined;
		return text;
	}

	/** The spaces after the last word were said, too. */
	#withoutGap(rest: string): string {
		let same = 0;
		while (same < this.#gap.length && rest[same] === this.#gap[same]) same++;
		return rest.slice(same);
	}
}

const letters = (text: string) => text.slice(-200).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
