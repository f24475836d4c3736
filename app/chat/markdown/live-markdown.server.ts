import { type Block, type Definition, normalize, parseBlocks } from "./parse-blocks.server.ts";
import type { References } from "./parser.server.ts";
import { diffBlocks, type Patch } from "./patch.ts";
import type { Tree } from "./tree.ts";

/**
 * Markdown that is still being written. The trees are always those that `renderMarkdown` gives for the
 * whole text, but only its end is read again with each piece: the last two top-level blocks, since the
 * last may still join the one before it, and nothing further back can change. Except by a definition:
 * `[label]: href` turns brackets anywhere into a link, so each settled block remembers which labels it
 * asked for, and only those that did are read again.
 */
export class LiveMarkdown {
	#blocks: Tree[] = [];
	/** The blocks before the tail, where each begins, and what they define. */
	readonly #settled: Pick<Block, "start" | "asked">[] = [];
	#settledText = "";
	#known: References = {};
	/** The text from the last seam on, and what it defines. */
	#tail = "";
	#definitions: Definition[] = [];
	#endsInCarriageReturn = false;

	constructor(text = "") {
		this.append(text);
	}

	/** The trees of the text so far. The array changes with the next piece. */
	get blocks(): readonly Tree[] {
		return this.#blocks;
	}

	/** Takes more text and says what has changed by it. */
	append(piece: string): Patch[] {
		// The line was ended by the CR already; the LF of the pair says nothing new.
		const text = this.#endsInCarriageReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
		if (piece !== "") this.#endsInCarriageReturn = piece.endsWith("\r");
		if (text === "") return [];
		this.#tail += normalize(text);

		const { blocks, definitions } = parseBlocks(this.#tail, this.#known);
		const changed = changedLabels(this.#definitions, definitions);
		this.#definitions = definitions;
		const patches = changed.size > 0 ? this.#rereadSettled(changed) : [];
		const first = this.#settled.length;
		const tail = blocks.map(({ tree }) => tree);
		for (const patch of diffBlocks(this.#blocks.slice(first), tail)) {
			patches.push(
				"truncate" in patch ? { truncate: patch.truncate + first } : { ...patch, block: patch.block + first },
			);
		}
		this.#blocks.length = first;
		for (const tree of tail) this.#blocks.push(tree);
		this.#settle(blocks);
		return patches;
	}

	/** Moves the seam forward, to the last but one block that reading may begin at. */
	#settle(blocks: readonly Block[]): void {
		const seam = blocks.findLastIndex((block, i) => i <= blocks.length - 2 && block.seam);
		const cut = blocks[seam]?.start ?? 0;
		if (cut === 0) return;
		for (const { start, asked } of blocks.slice(0, seam)) {
			this.#settled.push({ start: start + this.#settledText.length, asked });
		}
		for (const { label, start, reference } of this.#definitions) {
			if (start < cut) this.#known[label] = reference;
		}
		this.#definitions = this.#definitions
			.filter(({ start }) => start >= cut)
			.map((definition) => ({ ...definition, start: definition.start - cut }));
		this.#settledText += this.#tail.slice(0, cut);
		this.#tail = this.#tail.slice(cut);
	}

	#rereadSettled(changed: ReadonlySet<string>): Patch[] {
		const references = { ...this.#known };
		for (const { label, reference } of this.#definitions) references[label] = reference;
		return this.#settled.flatMap((block, i) => {
			if (changed.isDisjointFrom(block.asked)) return [];
			const end = this.#settled[i + 1]?.start ?? this.#settledText.length;
			const [again] = parseBlocks(this.#settledText.slice(block.start, end), references).blocks;
			if (!again) return [];
			const [patch] = diffBlocks([this.#blocks[i] ?? ""], [again.tree]);
			this.#blocks[i] = again.tree;
			block.asked = again.asked;
			return patch ? [{ ...patch, block: i } as Patch] : [];
		});
	}
}

/** The labels that mean something else than before. */
function changedLabels(before: readonly Definition[], after: readonly Definition[]): Set<string> {
	if (before.length === 0 && after.length === 0) return new Set();
	const meaning = (definitions: readonly Definition[]) =>
		new Set(
			definitions.map(({ label, reference }) => JSON.stringify([label, reference.href, reference.title])),
		);
	const difference = meaning(before).symmetricDifference(meaning(after));
	return new Set([...difference].map((entry) => JSON.parse(entry)[0]));
}
