import type { Tree } from "../tree/tree.ts";

/** A reference that has no number yet. */
export const UNNUMBERED: Tree = ["ref", { n: 0, use: 0 }, ""];

/** The maximum number of back-links per footnote. */
const MOST_USES = 20;

type Numbers = { n: number; use: number };

/** Numbers footnotes in the order of their first references, and the references to each. */
export class NoteCounter {
	readonly #notes = new Map<string, { n: number; uses: number }>();

	/** Counts one more reference. */
	refer(key: string): Numbers {
		const note = this.#notes.get(key) ?? { n: this.#notes.size + 1, uses: 0 };
		note.uses++;
		this.#notes.set(key, note);
		return { n: note.n, use: note.uses };
	}

	/** The attributes of the footnote's tree; null when nothing references it. */
	of(key: string): { n: number; uses: number } | null {
		const note = this.#notes.get(key);
		return note ? { n: note.n, uses: Math.min(note.uses, MOST_USES) } : null;
	}
}

/** The tree with these numbers at its references, in their order; the same object when it has them already. */
export function withNumbers(tree: Tree, numbers: readonly Numbers[]): Tree {
	let at = 0;
	const number = (one: Tree): Tree => {
		if (typeof one === "string") return one;
		const [tag, attributes, ...children] = one;
		if (tag === "ref") {
			const { n = 0, use = 0 } = numbers[at++] ?? {};
			return attributes?.n === n && attributes.use === use ? one : ["ref", { n, use }, `${n}`];
		}
		const visited = children.map(number);
		return visited.every((child, i) => child === children[i]) ? one : [tag, attributes, ...visited];
	};
	return number(tree);
}

/** The tree of a footnote with these attributes; the same object when it has them already. */
export function withNote(tree: Tree, note: { n: number; uses: number } | null): Tree {
	if (typeof tree === "string") return tree;
	const [tag, before, ...children] = tree;
	if (before === note || (before?.n === note?.n && before?.uses === note?.uses)) return tree;
	return [tag, note, ...children];
}
