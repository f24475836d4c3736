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
	| (Holder & { readonly kind: "item"; readonly indent: number })
	| Note;

/** A footnote where it is written; `key` is its label as references spell it. */
export type Note = Holder & { readonly kind: "note"; readonly key: string };

export type List = Holder & {
	readonly kind: "list";
	/** The bullet, or what follows the number. */
	readonly marker: string;
	readonly start: number | undefined;
	loose: boolean;
};

/** A paragraph or, with a level, a heading, or a formula on lines of its own. */
export type Text = Leaf &
	Growing & {
		readonly kind: "text";
		level: number;
		/** What ends the formula; a formula that never ends is a paragraph. */
		formula: string | undefined;
		/** The last line, and what there was before it. */
		last: { line: string; before: Grown };
	};

export type Code = Leaf &
	Growing & { readonly kind: "code"; readonly lang: string | undefined; readonly fence: Fence | undefined };
export type Fence = { marker: string; length: number; indent: number };

/**
 * A text that only grows: pieces that are written for good, and the rest. So a piece of a long paragraph
 * costs what the rest of it costs.
 */
export type Growing = { readonly pieces: Piece[]; tail: Tail };
export type Piece = { text: string; line: number; state: unknown };
export type Tail = Piece & {
	/** How far a place to cut it has been looked for. */
	tried: number;
	/** Whether it may begin with definitions; where they end, and how much was left out before them. */
	defining: boolean;
	base: number;
	defined: number;
	/** What of the definition at its end is still open, if anything. */
	awaits: Awaited | undefined;
};
/** A label or a title, by what opens it: it ends with the sign that closes it, and not before. */
export type Awaited = "[" | '"' | "'" | "(";
export type Grown = { count: number; tail: Tail };

/** A text that begins with the line. */
export const growing = (line: number, text = ""): Growing => ({
	pieces: [],
	tail: {
		...{ text, line, state: undefined, tried: 0 },
		...{ defining: true, base: 0, defined: 0, awaits: undefined },
	},
});

/** Makes a piece of the beginning of the rest. */
export function seal(body: Growing, length: number, state?: unknown): void {
	const { text, line, state: before } = body.tail;
	const piece = text.slice(0, length);
	body.pieces.push({ text: piece, line, state: before });
	const lines = piece.split("\n").length - 1;
	body.tail = { ...body.tail, text: text.slice(length), line: line + lines, state, tried: 0 };
}

/** Whether nothing of it is shown. */
export const isEmpty = ({ pieces, tail }: Growing) =>
	pieces.length === 0 && tail.text.slice(tail.base).trim() === "";

export type Table = Leaf & {
	readonly kind: "table";
	readonly aligns: string[];
	readonly rows: Row[];
	/** How many cells have been made up so far. */
	missing: number;
};
/** `missing` cells are made up, because the row is shorter than the head. */
export type Row = { cells: string[]; missing: number; plain: boolean };

export type Block = Container | Text | Code | Table | (Leaf & { readonly kind: "rule" });

/** Where a block is put. */
export type Place = Pick<Text, "parent" | "index" | "line" | "open" | "lastLine">;

export const isContainer = (block: Block): block is Container => "children" in block;

export const isParagraph = (block: Block): block is Text =>
	block.kind === "text" && block.level === 0 && block.formula === undefined;

/** Whether what opened the formula has been closed, at the end of a line. */
export function endsFormula({ tail, formula = "" }: Text): boolean {
	const end = tail.text.trimEnd();
	return end.length >= formula.length * 2 && end.endsWith(formula);
}

/** The last line that says something. */
export function lastLineOf(block: Block): number {
	if (!isContainer(block)) return block.lastLine;
	const last = block.children.at(-1);
	// An empty line with the mark of a quote is a line of the quote.
	return Math.max(last ? lastLineOf(last) : block.line, block.kind === "quote" ? block.lastLine : 0);
}

/** A definition and where in its paragraph it stands: `[label]: href "title"`. The first one of a label is the valid one. */
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

	/** The text may be changed in whatever way until it is taken back. */
	grow(body: Growing): Grown {
		const grown = { count: body.pieces.length, tail: body.tail };
		this.#undo?.push(() => restore(body, grown));
		return grown;
	}

	/** For what is none of these. */
	remember(undo: () => void): void {
		this.#undo?.push(undo);
	}
}

/** Makes a text what it was. The pieces that have been made of it since, and end within it, stay. */
export function restore(body: Growing, { count, tail }: Grown): void {
	let cut = 0;
	let kept = count;
	for (let piece = body.pieces[kept]; piece; piece = body.pieces[kept]) {
		if (cut + piece.text.length >= tail.text.length) break;
		cut += piece.text.length;
		kept++;
	}
	const { line, state } = body.pieces[kept] ?? body.tail;
	body.pieces.length = kept;
	body.tail = cut === 0 ? tail : { ...tail, text: tail.text.slice(cut), line, state, tried: 0 };
}
