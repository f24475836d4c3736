import { LineEnds } from "../blocks/line-ends.server.ts";
import type { Text } from "../blocks/nodes.server.ts";
import { BlockReader } from "../blocks/read-blocks.server.ts";
import { isSearched, type References } from "../inline/inline-parser.server.ts";
import { plainGrowth } from "../inline/inline-tree.server.ts";
import { NoteCounter, withNote, withNumbers } from "../inline/number-notes.server.ts";
import type { Tree } from "../tree/tree.ts";
import { type Counts, type Cursor, lineOf, NO_COUNTS, writeTree } from "../tree/write-trees.server.ts";
import { diffBlocks, lengthen, type Patch } from "./patch.ts";

/** Characters parsed, and trees written, in one step. */
const STEP = 8_192;
const TREES_AT_ONCE = 16;

/** A rendered tree with its dependencies, to decide later whether it can stay. */
type Shown = {
	cursor: Cursor;
	/** The source line where it begins. */
	line: number;
	/** The labels that its links looked up, defined or not: another result would give another tree. */
	asked: ReadonlySet<string>;
	/** With this tree, and all before it. */
	counts: Counts;
	/** The footnotes that it references, in order. */
	used: readonly string[];
	/** The footnote that it is, when it is referenced. */
	note: string | undefined;
};

/**
 * Streaming Markdown. The trees are those of the text so far, however it was split into pieces. A piece costs only
 * its lines and the last tree or two, and trees are cut when they are long enough: nothing further back changes. The
 * exceptions are a definition, since `[label]: href` turns brackets anywhere into a link (each tree records which
 * labels it looked up), and what makes a list loose.
 */
export class LiveMarkdown {
	readonly #reader = new BlockReader();
	#blocks: Tree[] = [];
	#shown: Shown[] = [];
	readonly #ends = new LineEnds();
	/** The previous versions of changed trees. */
	readonly #replaced = new Map<number, Tree>();
	readonly #given: number;

	/** @param given the highest number of a passage that the text may cite */
	constructor(text = "", given = 0) {
		this.#given = given;
		this.append(text);
	}

	/**
	 * Formats a whole text in steps of bounded work, so that the caller can yield in between.
	 * @returns the result, when all steps are done
	 */
	static *reading(text: string, given = 0): Generator<void, LiveMarkdown> {
		const live = new LiveMarkdown("", given);
		const source = live.#ends.take(text);
		for (let at = 0; at < source.length; at += STEP) {
			live.#reader.append(source.slice(at, at + STEP));
			yield;
		}
		let next: Cursor | undefined = { block: live.#reader.document, at: 0 };
		for (let written = 1; next; written++) {
			next = live.#writeNext(next, lineOf(next));
			if (written % TREES_AT_ONCE === 0) yield;
		}
		live.#numberNotes();
		live.#replaced.clear();
		return live;
	}

	/** The trees of the text so far. The array changes with the next piece. */
	get blocks(): readonly Tree[] {
		return this.#blocks;
	}

	/** Whether the current line may begin a table. */
	get mayBeginTable(): boolean {
		return this.#reader.mayBeginTable;
	}

	/** The source line where a tree begins. */
	lineAt(block: number): number {
		return this.#shown[block]?.line ?? 0;
	}

	/** Appends text. @returns the changes */
	append(piece: string): Patch[] {
		const more = this.#ends.take(piece);
		if (more === "") return [];
		const { from, extended, retitled, labels } = this.#reader.append(more);
		const growth = extended && this.#growthOf(extended, more);
		if (growth !== undefined) return this.#lengthen(growth);

		const first = this.#beforeLine(from);
		for (const title of retitled) this.#rewriteTitle(title, first);
		if (labels.size > 0) this.#rewriteDependents(labels, first);
		const before = this.#blocks.slice(first);
		this.#rewriteFrom(first);
		this.#numberNotes();
		return this.#patchesFrom(first, before);
	}

	#growthOf({ tail }: Text, more: string): string | undefined {
		return isSearched(tail.text, tail.tried) ? plainGrowth(tail.text, more) : undefined;
	}

	#lengthen(growth: string): Patch[] {
		const block = this.#blocks.length - 1;
		const tree = this.#blocks[block];
		if (tree === undefined || growth === "") return [];
		this.#blocks[block] = lengthen(tree, growth);
		return [{ block, append: growth }];
	}

	/** The last tree that begins before the line: every change begins there or later. */
	#beforeLine(line: number): number {
		let index = this.#shown.length - 1;
		while (index > 0 && (this.#shown[index]?.line ?? 0) >= line) index--;
		return Math.max(index, 0);
	}

	#rewriteTitle(title: Text, before: number): void {
		for (let index = this.#beforeLine(title.line); index < before; index++) {
			if ((this.#shown[index]?.line ?? 0) > title.line) break;
			this.#rewrite(index);
		}
	}

	#rewriteDependents(labels: ReadonlySet<string>, before: number): void {
		for (const [index, { asked }] of this.#shown.entries()) {
			if (index < before && asked.size > 0 && !labels.isDisjointFrom(asked)) this.#rewrite(index);
		}
	}

	#rewrite(index: number): void {
		const shown = this.#shown[index];
		const written = shown && this.#write(shown.cursor, shown.line, this.#shown[index - 1]?.counts);
		if (!written) return;
		this.#replace(index, written.tree);
		this.#shown[index] = written.shown;
	}

	#replace(index: number, tree: Tree): void {
		const before = this.#blocks[index] ?? "";
		if (!this.#replaced.has(index)) this.#replaced.set(index, before);
		this.#blocks[index] = tree;
	}

	/** A new reference may renumber all that follow, and footnotes before it. */
	#numberNotes(): void {
		if (this.#reader.notes.size === 0) return;
		const counter = new NoteCounter();
		for (const [index, { used }] of this.#shown.entries()) {
			if (used.length === 0) continue;
			const tree = this.#blocks[index] ?? "";
			const numbered = withNumbers(
				tree,
				used.map((key) => counter.refer(key)),
			);
			if (numbered !== tree) this.#replace(index, numbered);
		}
		for (const [index, { note }] of this.#shown.entries()) {
			if (note === undefined) continue;
			const tree = this.#blocks[index] ?? "";
			const numbered = withNote(tree, counter.of(note));
			if (numbered !== tree) this.#replace(index, numbered);
		}
	}

	/** The patches of replaced trees before the position, and of all trees from there on. */
	#patchesFrom(first: number, before: readonly Tree[]): Patch[] {
		const patches: Patch[] = [];
		for (const [block, tree] of this.#replaced) {
			const [patch] = block < first ? diffBlocks([tree], [this.#blocks[block] ?? ""]) : [];
			if (patch) patches.push({ ...patch, block } as Patch);
		}
		this.#replaced.clear();
		for (const patch of diffBlocks(before, this.#blocks.slice(first))) {
			patches.push(
				"truncate" in patch ? { truncate: patch.truncate + first } : { ...patch, block: patch.block + first },
			);
		}
		return patches;
	}

	#rewriteFrom(first: number): void {
		let next: Cursor | undefined = this.#shown[first]?.cursor ?? { block: this.#reader.document, at: 0 };
		let line = this.#shown[first]?.line;
		this.#blocks.length = first;
		this.#shown.length = first;
		while (next) {
			next = this.#writeNext(next, line ?? lineOf(next));
			line = undefined;
		}
	}

	#writeNext(cursor: Cursor, line: number): Cursor | undefined {
		const written = this.#write(cursor, line, this.#shown.at(-1)?.counts);
		if (!written) return undefined;
		this.#blocks.push(written.tree);
		this.#shown.push(written.shown);
		return written.next;
	}

	#write(cursor: Cursor, line: number, before = NO_COUNTS) {
		const asked = new Set<string>();
		const { definitions, notes } = this.#reader;
		const references = new Proxy({} as References, {
			get(_target, label) {
				asked.add(String(label));
				return definitions.get(String(label));
			},
		});
		const has = (key: string) => {
			asked.add(key);
			return notes.has(key);
		};
		const used: string[] = [];
		const written = writeTree(cursor, { references, notes: { has, used }, given: this.#given }, before);
		if (!written) return undefined;
		const begun = cursor.block.kind === "document" ? cursor.block.children[cursor.at] : undefined;
		const note = begun?.kind === "note" && notes.get(begun.key) === begun ? begun.key : undefined;
		const { counts } = written;
		return { ...written, shown: { cursor, line, asked, used, note, counts } satisfies Shown };
	}
}
