/** The first level below the heading that the screen gives a text. */
const TOP = 3;
const DEEPEST = 6;

/**
 * The levels of the headings of a text, below those of the screen. A text may begin with any level and leave levels
 * out; on the page no heading is more than one level below the heading before it, whose part it is. Text after a
 * heading changes nothing about its level.
 */
export class HeadingLevels {
	/** The headings whose part the next block is, as the text names them. */
	readonly #open: string[] = [];

	/** @param tag of the next block; @returns its level as a heading, or the level of headings within it */
	next(tag: string): number {
		if (!/^h[2-6]$/.test(tag)) return Math.min(TOP + this.#open.length, DEEPEST);
		while ((this.#open.at(-1) ?? "") >= tag) this.#open.pop();
		this.#open.push(tag);
		return Math.min(TOP + this.#open.length - 1, DEEPEST);
	}
}
