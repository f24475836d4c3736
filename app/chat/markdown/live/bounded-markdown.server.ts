import { LineEnds } from "../blocks/line-ends.server.ts";
import type { Tree } from "../tree/tree.ts";
import { elementsIn } from "../tree/tree-size.ts";
import { LiveMarkdown } from "./live-markdown.server.ts";
import { diffBlocks, type Patch } from "./patch.ts";

/** The display limits of an answer, in UTF-16 units of its source and in elements of the page. */
export type DisplayLimits = {
	/** The length that is formatted, */
	formatted: number;
	/** and as much of its last line as fits into this; */
	line: number;
	/** the maximum number of formatted elements; */
	elements: number;
	/** the length of the rest that is shown as plain source. */
	plain: number;
};
export const DISPLAY_LIMITS: DisplayLimits = {
	formatted: 200_000,
	line: 2_000,
	elements: 2_500,
	plain: 100_000,
};

/**
 * Streaming Markdown, limited to what a page can display. A longer text, or one with more elements, ends with a tree
 * `plain` of its source from there on; one that is `cut` ends before the text does. The trees depend on nothing but
 * the text, however it was split into pieces.
 */
export class BoundedMarkdown {
	readonly #limits: DisplayLimits;
	readonly #ends = new LineEnds();
	#live: LiveMarkdown;
	/** The formatted source, and as much of the rest as is shown. */
	#source = "";
	#rest = "";
	#full = false;
	/** The number of elements of each formatted tree, and of all. */
	#elements: number[] = [];
	#count = 0;
	/** The shown trees, where they differ from all formatted trees. */
	#shown: readonly Tree[] | undefined;

	/** @param given the highest number of a passage that the text may cite */
	constructor(text = "", limits = DISPLAY_LIMITS, given = 0) {
		this.#limits = limits;
		this.#live = new LiveMarkdown("", given);
		this.append(text);
	}

	/**
	 * Formats a whole text in steps of bounded work, so that the caller can yield in between.
	 * @returns the result, when all steps are done
	 */
	static *reading(text: string, limits = DISPLAY_LIMITS, given = 0): Generator<void, BoundedMarkdown> {
		const bounded = new BoundedMarkdown("", limits);
		bounded.#live = yield* LiveMarkdown.reading(bounded.#take(bounded.#ends.take(text)), given);
		for (const [block, set] of bounded.#live.blocks.entries()) bounded.#weigh({ block, set });
		bounded.#show();
		return bounded;
	}

	/** The trees of the text so far. The array changes with the next piece. */
	get blocks(): readonly Tree[] {
		return this.#shown ?? this.#live.blocks;
	}

	/** Whether the current line may begin a table that is formatted. */
	get mayBeginTable(): boolean {
		return !this.#full && this.#live.mayBeginTable;
	}

	/** Appends text. @returns the changes */
	append(piece: string): Patch[] {
		const text = this.#ends.take(piece);
		if (text === "") return [];
		const before = this.#shown;
		const patches = this.#live.append(this.#take(text));
		for (const patch of patches) this.#weigh(patch);
		this.#show();
		if (before) return diffBlocks(before, this.blocks);
		return this.#shown ? [...patches, ...diffBlocks(this.#live.blocks, this.#shown)] : patches;
	}

	/** @returns the part of the text to format; the rest is kept as far as it is shown */
	#take(text: string): string {
		const { formatted, line, plain } = this.#limits;
		if (this.#full) {
			if (this.#rest.length <= plain) this.#rest += text;
			return "";
		}
		const before = this.#source.length;
		const all = this.#source + text;
		const newline = all.length < formatted ? -1 : all.indexOf("\n", Math.max(formatted - 1, 0));
		const end = Math.min(newline < 0 ? Number.POSITIVE_INFINITY : newline + 1, formatted + line);
		// Until the limit nothing reads `#source`: that would flatten the string and copy it with each piece.
		if (all.length < end) {
			this.#source = all;
			return text;
		}
		this.#full = true;
		this.#source = whole(all.slice(0, end));
		this.#rest = all.slice(this.#source.length, this.#source.length + plain + 1);
		return this.#source.slice(before);
	}

	#weigh(patch: Patch): void {
		if ("append" in patch) return;
		const from = "truncate" in patch ? patch.truncate : patch.block;
		const removed = "truncate" in patch ? this.#elements.splice(from) : [this.#elements[from] ?? 0];
		for (const count of removed) this.#count -= count;
		if (!("set" in patch)) return;
		this.#elements[from] = elementsIn(patch.set);
		this.#count += this.#elements[from];
	}

	#show(): void {
		const formatted = this.#formatted();
		const rest = this.#sourceFrom(formatted) + this.#rest;
		if (rest === "") {
			this.#shown = undefined;
			return;
		}
		const { plain } = this.#limits;
		const cut = rest.length > plain;
		const tree: Tree = ["plain", cut ? { cut } : null, whole(rest.slice(0, plain))];
		this.#shown = [...this.#live.blocks.slice(0, formatted), tree];
	}

	/** The number of formatted trees within the limit. The first one is always shown. */
	#formatted(): number {
		const all = this.#live.blocks.length;
		if (this.#count <= this.#limits.elements) return all;
		let count = 0;
		const first = this.#elements.findIndex((more) => {
			count += more;
			return count > this.#limits.elements;
		});
		return Math.max(first, 1);
	}

	#sourceFrom(block: number): string {
		if (block >= this.#live.blocks.length) return "";
		let at = 0;
		for (let line = this.#live.lineAt(block); line > 0; line--) at = this.#source.indexOf("\n", at) + 1;
		return this.#source.slice(at);
	}
}

/** Removes a lone surrogate at the end. */
const whole = (text: string) => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text);
