import { hopeOf, isTooLong, leavesOpen, parseDefinition } from "./definitions.server.ts";
import {
	type Block,
	type BlockPosition,
	type Container,
	type Definition,
	endsFormula,
	growing,
	isContainer,
	Journal,
	lastLineOf,
	type Note,
	restore,
	type Text,
} from "./nodes.server.ts";

/** The effect of appended text. */
export type Changes = {
	/** Blocks that begin at this line or later may have changed; infinite when only the last text has grown. */
	from: number;
	/** The paragraph, when nothing else has grown. */
	extended?: Text | undefined;
	/** Earlier texts that became a heading or stopped being one. */
	retitled: Set<Text>;
	/** Labels whose definition has changed. */
	labels: Set<string>;
};

export const noChanges = (from: number): Changes => ({ from, retitled: new Set(), labels: new Set() });

/** The blocks read so far, and the operations on them while lines are read. */
export class BlockTree {
	readonly document: Container = {
		kind: "document",
		parent: undefined,
		index: 0,
		line: 0,
		open: true,
		children: [],
	};
	readonly definitions = new Map<string, Definition>();
	/** The footnotes by key; of two with one label the first counts. */
	readonly notes = new Map<string, Note>();
	readonly journal = new Journal();
	/** The number of the current line. */
	line = 0;
	protected changes = noChanges(0);

	/** The innermost open block. */
	tip(): Block {
		let block: Block = this.document;
		while (isContainer(block)) {
			const child = block.children.at(-1);
			if (!child?.open) break;
			block = child;
		}
		return block;
	}

	/** Adds a block to `parent`, or, when that is a list, which holds only items, to the list's parent. */
	add<Added extends Block>(parent: Block, make: (place: BlockPosition) => Added): Added {
		let container = parent;
		while (!isContainer(container)) container = container.parent ?? this.document;
		this.closeBelow(container);
		const position = (into: Container): BlockPosition => ({
			parent: into,
			index: into.children.length,
			line: this.line,
			open: true,
			lastLine: this.line,
		});
		let added = make(position(container));
		if (container.kind === "list" && added.kind !== "item") {
			this.close(container);
			container = container.parent ?? this.document;
			added = make(position(container));
		}
		this.#noticeGap(container, added.line);
		this.journal.push(container.children, added);
		return added;
	}

	addText(parent: Block, text: string, more: Partial<Text> = {}): Text {
		return this.add(parent, (position) => {
			const body = growing(position.line, text);
			const last = { line: text, before: { count: 0, tail: body.tail } };
			return { ...position, ...body, kind: "text", level: 0, formula: undefined, last, ...more };
		});
	}

	/** A list with a blank line between its items, or between the blocks of one, is loose. */
	#noticeGap(container: Container, line: number): void {
		const before = container.children.at(-1);
		if (!before || lastLineOf(before) >= line - 1) return;
		const list = container.kind === "item" ? container.parent : container;
		if (list?.kind !== "list" || list.loose) return;
		this.#touch(list.line);
		this.journal.set(list, "loose", true);
	}

	/** Marks what begins at this line as changed, now and again when the change is undone. */
	#touch(line: number): void {
		const touch = () => {
			this.changes.from = Math.min(this.changes.from, line);
		};
		touch();
		this.journal.remember(touch);
	}

	/** Turns a paragraph into a heading. */
	entitle(text: Text, level: number): void {
		const touch = () => void this.changes.retitled.add(text);
		touch();
		this.journal.remember(touch);
		this.journal.set(text, "level", level);
		this.journal.set(text, "lastLine", this.line);
	}

	/** Removes the last line of a paragraph, and the paragraph when nothing is left. */
	takeLastLine(text: Text): void {
		this.#touch(this.line - 1);
		const [pieces, tail] = [[...text.pieces], text.tail];
		this.journal.remember(() => {
			text.pieces.splice(0, text.pieces.length, ...pieces);
			text.tail = tail;
		});
		restore(text, text.last.before);
		this.close(text);
		if (text.tail.text === "" && text.pieces.length === 0 && text.parent)
			this.journal.pop(text.parent.children);
	}

	dropFormula(text: Text): void {
		this.#touch(text.line);
		this.journal.set(text, "formula", undefined);
	}

	/** Closes the open blocks below the block. */
	closeBelow(block: Block): void {
		if (!isContainer(block)) return;
		const child = block.children.at(-1);
		if (child?.open) this.close(child);
	}

	close(block: Block): void {
		this.closeBelow(block);
		this.journal.set(block, "open", false);
		if (block.kind === "text" && block.formula && !endsFormula(block)) this.dropFormula(block);
	}

	/**
	 * Removes the definitions at the start of a paragraph from its text. Only the last one stays in the text, since the
	 * next line may still add its title: so each line costs only what it adds.
	 * @param line the last line of the text
	 * @param complete whether that line has ended
	 */
	readDefinitions(text: Text, line: string, complete: boolean): void {
		const { tail } = text;
		if (tail.awaits && !isTooLong(tail.text, 0) && leavesOpen(tail.awaits, line)) return;
		let [at, last] = [0, 0];
		for (let found = parseDefinition(tail.text, at); found; found = parseDefinition(tail.text, at)) {
			const offset = tail.defined + at;
			this.#define(found.label, { href: found.href, title: found.title, owner: text, at: offset });
			[last, at] = [at, found.end];
		}
		if (at !== tail.base) this.#touch(text.line);
		const hope = hopeOf(tail.text, at, last, complete);
		this.#leaveOut(text, hope ? last : at, hope ? at - last : 0);
		if (!hope) this.#touch(text.line);
		text.tail = { ...text.tail, defining: hope !== undefined, awaits: hope?.awaits };
	}

	/** @param base the end of the definitions in the remaining text */
	#leaveOut(text: Text, length: number, base: number): void {
		const { tail } = text;
		const lines = tail.text.slice(0, length).split("\n").length - 1;
		const defined = tail.defined + length;
		text.tail = { ...tail, text: tail.text.slice(length), line: tail.line + lines, base, defined };
	}

	addNote(parent: Block, key: string): Note {
		const note = this.add<Note>(parent, (position) => ({ ...position, kind: "note", key, children: [] }));
		if (this.notes.has(key)) return note;
		this.notes.set(key, note);
		this.changes.labels.add(key);
		this.journal.remember(() => {
			this.notes.delete(key);
			this.changes.labels.add(key);
		});
		return note;
	}

	#define(label: string, definition: Definition): void {
		const before = this.definitions.get(label);
		if (before && (before.owner !== definition.owner || before.at !== definition.at)) return;
		if (before?.href === definition.href && before.title === definition.title) return;
		const { labels } = this.changes;
		this.definitions.set(label, definition);
		labels.add(label);
		this.journal.remember(() => {
			if (before) this.definitions.set(label, before);
			else this.definitions.delete(label);
			this.changes.labels.add(label);
		});
	}
}
