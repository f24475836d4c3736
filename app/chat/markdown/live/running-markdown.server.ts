import { begunCitation } from "../../citations/citation-marks.server.ts";
import { LineEnds } from "../blocks/line-ends.server.ts";
import type { Tree } from "../tree/tree.ts";
import { BoundedMarkdown, DISPLAY_LIMITS } from "./bounded-markdown.server.ts";
import type { Patch } from "./patch.ts";
import { findTableHead, lineMarkersAfter } from "./table-head.server.ts";

/**
 * The Markdown of an answer that is running. Its end may be the head of a table: `| a | b |` is text until the row of
 * dashes below it has arrived, so it is held back until it is either a table or text for good. So is the beginning of a
 * citation, where passages were given. Like the other trees, what is held back depends on nothing but the text, however
 * it was split into pieces.
 */
export class RunningMarkdown {
	readonly #ends = new LineEnds();
	#bounded: BoundedMarkdown;
	/** The markers (of lists, quotes) that the current line begins with; undefined once it has anything else. */
	#markers: string | undefined = "";
	#held = "";
	readonly #given: number;

	/** @param given the highest number of a passage that the text may cite */
	constructor(text = "", limits = DISPLAY_LIMITS, given = 0) {
		this.#given = given;
		this.#bounded = new BoundedMarkdown("", limits, given);
		this.append(text);
	}

	/**
	 * Formats a whole text in steps of bounded work, so that the caller can yield in between.
	 * @returns the result, when all steps are done
	 */
	static *reading(text: string, limits = DISPLAY_LIMITS, given = 0): Generator<void, RunningMarkdown> {
		const running = new RunningMarkdown("", limits, given);
		const all = running.#ends.take(text);
		const before = all.slice(0, findTableHead("", all) ?? running.#certain(all));
		running.#bounded = yield* BoundedMarkdown.reading(before, limits, given);
		running.#markers = lineMarkersAfter("", before);
		running.#take(all.slice(before.length));
		return running;
	}

	/** The trees of the text so far. The array changes with the next piece. */
	get blocks(): readonly Tree[] {
		return this.#bounded.blocks;
	}

	/** Appends text. @returns the changes */
	append(piece: string): Patch[] {
		const text = this.#ends.take(piece);
		return text === "" ? [] : this.#take(this.#held + text);
	}

	/** The answer has ended: the held-back end is text. @returns the changes; nothing may be appended after it */
	release(): Patch[] {
		const held = this.#held;
		this.#held = "";
		return this.#pass(held);
	}

	#take(text: string): Patch[] {
		const patches: Patch[] = [];
		let rest = text;
		for (;;) {
			this.#held = "";
			const head = findTableHead(this.#markers, rest);
			const passed = head ?? this.#certain(rest);
			patches.push(...this.#pass(rest.slice(0, passed)));
			rest = rest.slice(passed);
			if (head === undefined) {
				this.#held = rest;
				return patches;
			}
			if (this.#bounded.mayBeginTable) {
				this.#held = rest;
				return patches;
			}
			// A row of a table, or code: but the next line may be a head.
			const newline = rest.indexOf("\n") + 1;
			const end = newline || this.#certain(rest);
			patches.push(...this.#pass(rest.slice(0, end)));
			rest = rest.slice(end);
			if (newline === 0) {
				this.#held = rest;
				return patches;
			}
		}
	}

	/** Where the beginning of a citation is held back; the end where none is. */
	#certain(text: string): number {
		return this.#given > 0 ? begunCitation(text) : text.length;
	}

	#pass(text: string): Patch[] {
		if (text === "") return [];
		this.#markers = lineMarkersAfter(this.#markers, text);
		return this.#bounded.append(text);
	}
}
