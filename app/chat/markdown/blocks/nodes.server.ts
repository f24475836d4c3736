type Common = {
	readonly parent: Container | undefined;
	/** The index in its parent, and the line where it begins. */
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

/** A footnote definition; `key` is its normalised label. */
export type Note = Holder & { readonly kind: "note"; readonly key: string };

export type List = Holder & {
	readonly kind: "list";
	/** The bullet, or the character after the number. */
	readonly marker: string;
	readonly start: number | undefined;
	loose: boolean;
};

/** A paragraph or, with a level, a heading, or a display formula. */
export type Text = Leaf &
	Growing & {
		readonly kind: "text";
		level: number;
		/** The closing mark of the formula; an unclosed formula is a paragraph. */
		formula: string | undefined;
		/** The last line, and the state before it. */
		last: { line: string; before: BodyMark };
	};

export type Code = Leaf &
	Growing & { readonly kind: "code"; readonly lang: string | undefined; readonly fence: Fence | undefined };
export type Fence = { marker: string; length: number; indent: number };

/**
 * A text that only grows: final pieces, and the tail. So a piece of a long paragraph costs only what the tail costs.
 */
export type Growing = { readonly pieces: Piece[]; tail: Tail };
export type Piece = { text: string; line: number; state: unknown };
export type Tail = Piece & {
	/** The position up to which a seam has been searched. */
	tried: number;
	/** Whether it may begin with definitions; their end, and the length removed before them. */
	defining: boolean;
	base: number;
	defined: number;
	/** The unclosed part of the definition at its end, if any. */
	awaits: Awaited | undefined;
};
/** A label or a title, by its opening character. */
export type Awaited = "[" | '"' | "'" | "(";
export type BodyMark = { count: number; tail: Tail };

/** An empty or given text that begins at the line. */
export const growing = (line: number, text = ""): Growing => ({
	pieces: [],
	tail: {
		...{ text, line, state: undefined, tried: 0 },
		...{ defining: true, base: 0, defined: 0, awaits: undefined },
	},
});

/** Turns the beginning of the tail into a piece. */
export function seal(body: Growing, length: number, state?: unknown): void {
	const { text, line, state: before } = body.tail;
	const piece = text.slice(0, length);
	body.pieces.push({ text: piece, line, state: before });
	const lines = piece.split("\n").length - 1;
	body.tail = { ...body.tail, text: text.slice(length), line: line + lines, state, tried: 0 };
}

/** Whether no text of it is shown. */
export const isEmpty = ({ pieces, tail }: Growing) =>
	pieces.length === 0 && tail.text.slice(tail.base).trim() === "";

export type Table = Leaf & {
	readonly kind: "table";
	readonly aligns: string[];
	readonly rows: Row[];
	/** The number of padding cells so far. */
	missing: number;
};
/** `missing` padding cells are added, because the row is shorter than the header. */
export type Row = { cells: string[]; missing: number; plain: boolean };

export type Block = Container | Text | Code | Table | (Leaf & { readonly kind: "rule" });

/** The position of a new block. */
export type BlockPosition = Pick<Text, "parent" | "index" | "line" | "open" | "lastLine">;

export const isContainer = (block: Block): block is Container => "children" in block;

export const isParagraph = (block: Block): block is Text =>
	block.kind === "text" && block.level === 0 && block.formula === undefined;

/** Whether the formula has been closed, at the end of a line. */
export function endsFormula({ tail, formula = "" }: Text): boolean {
	const end = tail.text.trimEnd();
	return end.length >= formula.length * 2 && end.endsWith(formula);
}

/** The last line that is not blank. */
export function lastLineOf(block: Block): number {
	if (!isContainer(block)) return block.lastLine;
	const last = block.children.at(-1);
	// A blank line with a quote marker belongs to the quote.
	return Math.max(last ? lastLineOf(last) : block.line, block.kind === "quote" ? block.lastLine : 0);
}

/** A definition and its position in its paragraph: `[label]: href "title"`. The first one of a label counts. */
export type Definition = { href: string; title: string; owner: Text; at: number };

/**
 * Records every change of the nodes, so that the reading of an incomplete line can be undone when more of it arrives.
 */
export class Journal {
	#undo: (() => void)[] | undefined;

	/** Starts recording. */
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

	/** Records a text, which may then be changed in any way until it is restored. */
	grow(body: Growing): BodyMark {
		const mark = { count: body.pieces.length, tail: body.tail };
		this.#undo?.push(() => restore(body, mark));
		return mark;
	}

	/** Records any other change. */
	remember(undo: () => void): void {
		this.#undo?.push(undo);
	}
}

/** Restores a text. Pieces made since, if they end within it, stay. */
export function restore(body: Growing, { count, tail }: BodyMark): void {
	let cut = 0;
	let rest = count;
	for (let piece = body.pieces[rest]; piece; piece = body.pieces[rest]) {
		if (cut + piece.text.length >= tail.text.length) break;
		cut += piece.text.length;
		rest++;
	}
	const { line, state } = body.pieces[rest] ?? body.tail;
	body.pieces.length = rest;
	body.tail = cut === 0 ? tail : { ...tail, text: tail.text.slice(cut), line, state, tried: 0 };
}
