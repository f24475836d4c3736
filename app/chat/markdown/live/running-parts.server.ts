import type { Tree } from "../tree/tree.ts";
import { elementsIn } from "../tree/tree-size.ts";
import { BoundedMarkdown, DISPLAY_LIMITS, type DisplayLimits } from "./bounded-markdown.server.ts";
import type { Patch } from "./patch.ts";
import { RunningMarkdown } from "./running-markdown.server.ts";
import { type Place, partsOf, stepsPlace } from "./text-parts.server.ts";

/**
 * The Markdown of a running answer with the places of its rounds. The text before a place and that after it are
 * formatted each for itself: what one leaves open does not swallow the other. Without places it is `RunningMarkdown`.
 */
export class RunningParts {
	/** The blocks of the parts that are over, with the places after them. */
	#before: Tree[] = [];
	#running: RunningMarkdown;
	/** The highest number that the last part may cite: places add to it. */
	#given: number;
	readonly #limits: DisplayLimits;
	/** The display limits that remain for the last part. */
	#left: DisplayLimits;
	#length = 0;
	/** Where the last part begins. */
	#from = 0;

	/** @param given the highest number of a passage that the text may cite from its beginning on */
	constructor(text = "", places: readonly Place[] = [], limits = DISPLAY_LIMITS, given = 0) {
		this.#given = given;
		this.#limits = limits;
		this.#left = limits;
		const parts = partsOf(text, places);
		for (const [i, place] of places.entries()) {
			const bounded = new BoundedMarkdown(parts[i], this.#left, this.#given);
			this.#end(bounded.blocks, parts[i]?.length ?? 0, place);
		}
		this.#running = new RunningMarkdown(parts.at(-1), this.#left, this.#given);
		this.#length = text.length;
	}

	/** Formats a whole text in steps of bounded work, so that the caller can yield in between. */
	static *reading(
		text: string,
		places: readonly Place[] = [],
		limits = DISPLAY_LIMITS,
		given = 0,
	): Generator<void, RunningParts> {
		const all = new RunningParts("", [], limits, given);
		const parts = partsOf(text, places);
		for (const [i, place] of places.entries()) {
			const part = parts[i] ?? "";
			const bounded = yield* BoundedMarkdown.reading(part, all.#left, all.#given);
			all.#end(bounded.blocks, part.length, place);
		}
		all.#running = yield* RunningMarkdown.reading(parts.at(-1) ?? "", all.#left, all.#given);
		all.#length = text.length;
		return all;
	}

	/** The trees of the text so far. The array changes with the next piece. */
	get blocks(): readonly Tree[] {
		return this.#before.length === 0 ? this.#running.blocks : [...this.#before, ...this.#running.blocks];
	}

	/** The length of the text so far, in UTF-16 units. */
	get length(): number {
		return this.#length;
	}

	/** Appends text. @returns the changes */
	append(piece: string): Patch[] {
		this.#length += piece.length;
		return this.#shifted(this.#running.append(piece));
	}

	/** Treats the held-back end as text. @returns the changes; nothing may be appended after it */
	release(): Patch[] {
		return this.#shifted(this.#running.release());
	}

	/** The text ends here for a round of calls, and another part begins. @returns the changes */
	place(place: Place): Patch[] {
		const patches = this.release();
		this.#end(this.#running.blocks, this.#length - this.#from, place);
		this.#running = new RunningMarkdown("", this.#left, this.#given);
		const at = this.#before.length - 1;
		return [...patches, { block: at, set: stepsPlace(place) }];
	}

	/**
	 * Sets the citations that the text after its place may have, once they are known.
	 * @returns false: there is text already, which has to be formatted anew
	 */
	mayCite(last: number): boolean {
		if (last <= this.#given) return true;
		if (this.#length > this.#from) return false;
		this.#given = last;
		this.#running = new RunningMarkdown("", this.#left, last);
		return true;
	}

	#end(blocks: readonly Tree[], length: number, place: Place): void {
		this.#from += length;
		this.#given = Math.max(this.#given, place.cites ?? 0);
		this.#before.push(...blocks, stepsPlace(place));
		const { formatted, elements, line, plain } = this.#left;
		const taken = blocks.reduce((count, tree) => count + elementsIn(tree), 0);
		this.#left = {
			line: Math.min(line, this.#limits.line),
			plain,
			formatted: Math.max(0, formatted - length),
			elements: Math.max(0, elements - taken),
		};
	}

	#shifted(patches: Patch[]): Patch[] {
		const by = this.#before.length;
		if (by === 0) return patches;
		return patches.map((patch) =>
			"truncate" in patch ? { truncate: patch.truncate + by } : { ...patch, block: patch.block + by },
		);
	}
}

/** The trees of a whole text with the places of its rounds, formatted in steps of bounded work. */
export function* treesOfParts(
	text: string,
	places: readonly Place[],
	limits = DISPLAY_LIMITS,
	given = 0,
): Generator<void, readonly Tree[]> {
	if (places.length === 0) return (yield* BoundedMarkdown.reading(text, limits, given)).blocks;
	const all = yield* RunningParts.reading(text, places, limits, given);
	all.release();
	return all.blocks;
}
