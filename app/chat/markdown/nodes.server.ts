type Common = {
	readonly parent: Container | undefined;
	/** Which child of its parent it is, and the line it begins at. */
	readonly index: number;
	readonly line: number;
	/** Whether a further line can still belong to it. */
	open: boolean;
};
type Holder = Common & { readonly children: Block[] };
type Leaf = Common & { lastLine: number };

export type Container =
	| (Holder & { readonly kind: "document" })
	| (Holder & Pick<Leaf, "lastLine"> & { readonly kind: "quote" })
	| List
	| (Holder & { readonly kind: "item"; readonly indent: number });

export type List = Holder & {
	readonly kind: "list";
	/** The bullet, or what follows the number. */
	readonly marker: string;
	readonly start: number | undefined;
	loose: boolean;
};

/** A paragraph or, with a level, a heading, or a formula on lines of its own. */
export type Text = Leaf & {
	readonly kind: "text";
	text: string;
	level: number;
	/** Where its definitions end and what is shown begins, and from where definitions are read again. */
	base: number;
	sure: number;
	/** What ends the formula; a formula that never ends is a paragraph. */
	formula: string | undefined;
	/** Places behind which its text may be read by itself, and where to look for the next one. */
	seams: readonly number[];
	tried: number;
};

export type Code = Leaf & {
	readonly kind: "code";
	text: string;
	readonly lang: string | undefined;
	readonly fence: Fence | undefined;
	/** What the highlighter knew at those places of the text. */
	readonly states: Map<number, unknown>;
};
/** Where a block is put. */
export type Place = Pick<Text, "parent" | "index" | "line" | "open" | "lastLine">;
export type Fence = { marker: string; length: number; indent: number };

export type Table = Leaf & { readonly kind: "table"; readonly aligns: string[]; readonly rows: Row[] };
/** `missing` cells are made up, because the row is shorter than the head. */
export type Row = { cells: string[]; missing: number; plain: boolean };

export type Block = Container | Text | Code | Table | (Leaf & { readonly kind: "rule" });

export const isContainer = (block: Block): block is Container => "children" in block;

export const isParagraph = (block: Block): block is Text =>
	block.kind === "text" && block.level === 0 && block.formula === undefined;

/** Whether what opened the formula has been closed, at the end of a line. */
export function endsFormula({ text, formula = "" }: Text): boolean {
	const end = text.trimEnd();
	return end.length >= formula.length * 2 && end.endsWith(formula);
}

/** The last line that says something. */
export function lastLineOf(block: Block): number {
	if (!isContainer(block)) return block.lastLine;
	const last = block.children.at(-1);
	// An empty line with the mark of a quote is a line of the quote.
	return Math.max(last ? lastLineOf(last) : block.line, block.kind === "quote" ? block.lastLine : 0);
}

/** A definition and where it stands: `[label]: href "title"`. The first one of a label is the valid one. */
export type Definition = { href: string; title: string; owner: Text; at: number };

/**
 * Every change of the nodes goes through it, so that the reading of a line that is not complete can be
 * taken back when more of it comes.
 */
export class Journal {
	#undo: (() => void)[] | undefined;

	/** From here on changes are remembered. */
	begin(): void {
		this.#undo = [];
	}

	rollback(): void {
		const undo = this.#undo?.reverse() ?? [];
		this.#undo = undefined;
		for (const step of undo) step();
	}

	set<Node extends object, Key extends keyof Node>(node: Node, key: Key, value: Node[Key]): void {
		const before = node[key];
		if (before === value) return;
		node[key] = value;
		this.#undo?.push(() => {
			node[key] = before;
		});
	}

	push<Item>(list: Item[], item: Item): void {
		list.push(item);
		this.#undo?.push(() => list.pop());
	}

	pop<Item>(list: Item[]): void {
		const item = list.pop();
		if (item !== undefined) this.#undo?.push(() => list.push(item));
	}

	/** For what is neither of these. */
	remember(undo: () => void): void {
		this.#undo?.push(undo);
	}
}
