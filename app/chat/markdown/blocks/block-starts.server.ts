import { parser } from "../inline/inline-parser.server.ts";
import { NOTE, noteKey } from "../inline/note-rules.server.ts";
import type { BlockTree } from "./block-tree.server.ts";
import { type Line, LONGEST_SPECIAL_LINE } from "./line.server.ts";
import {
	type Block,
	type Container,
	endsFormula,
	growing,
	isContainer,
	isEmpty,
	isParagraph,
} from "./nodes.server.ts";
import { alignmentsOf, splitRow } from "./table-row.server.ts";

/** The maximum nesting: twelve lists, or twenty-four quotes. Deeper blocks are text. */
const DEEPEST = 24;
const MOST_COLUMNS = 100;

/** The maximum number of footnotes; further ones are text, since a late one re-renders trees above it. */
const MOST_NOTES = 500;

/** The block that the line begins, or the text that it ends or changes. */
export type Started = { block: Block; consumed: boolean } | undefined;
type Start = (tree: BlockTree, container: Block, line: Line) => Started;

/** Block starts by first character, tried in this order. */
export function startBlock(tree: BlockTree, container: Block, line: Line): Started {
	if (line.blank) return undefined;
	if (line.indented) return startIndentedCode(tree, container, line);
	const nested = startNested(tree, container, line);
	if (nested || line.content.length > LONGEST_SPECIAL_LINE) return nested;
	for (const start of STARTS) {
		const started = start(tree, container, line);
		if (started) return started;
	}
	return startItem(tree, container, line);
}

const startNested: Start = (tree, container, line) => {
	if (line.content[0] === ">") return startQuote(tree, container, line);
	if (line.content[0] === "[") return startNote(tree, container, line);
	// A short line may also be a thematic break or a setext underline, which have priority over a list.
	return line.content.length > LONGEST_SPECIAL_LINE ? startItem(tree, container, line) : undefined;
};

const startQuote: Start = (tree, container, line) => {
	if (depthOf(container) >= DEEPEST) return undefined;
	line.skipQuoteMarker();
	const block = tree.add<Container>(container, (position) => ({ ...position, kind: "quote", children: [] }));
	return { block, consumed: false };
};

/** Only at the top level: all footnotes are shown below the document. */
const startNote: Start = (tree, container, line) => {
	const [marker, label] = NOTE.exec(line.content) ?? [];
	const top = isContainer(container) && container.kind !== "list" ? container : container.parent;
	if (!marker || top?.kind !== "document" || tree.notes.size >= MOST_NOTES) return undefined;
	line.skipIndent();
	line.skip(marker.length);
	line.skipIndent();
	return { block: tree.addNote(container, noteKey(`${label}`)), consumed: false };
};

const startHeading: Start = (tree, container, line) => {
	const marker = /^#{1,6}(?=[ \t]|$)/.exec(line.content)?.[0];
	if (!marker) return undefined;
	const text = withoutClosing(line.content.slice(marker.length).trim());
	const block = tree.addText(container, text, { level: marker.length, open: false });
	return { block, consumed: true };
};

/** Removes the closing `#` of a heading, when a space precedes them. */
function withoutClosing(text: string): string {
	let end = text.length;
	while (text[end - 1] === "#") end--;
	return end === 0 || /[ \t]/.test(text[end - 1] ?? "") ? text.slice(0, end).trimEnd() : text;
}

const startFence: Start = (tree, container, line) => {
	const opening = /^(?:`{3,}(?!.*`)|~{3,})/.exec(line.content)?.[0];
	if (!opening) return undefined;
	const info = parser.utils.unescapeAll(line.content.slice(opening.length).trim());
	const fence = { marker: opening.slice(0, 1), length: opening.length, indent: line.indent };
	const lang = /^[\w+#.-]{1,32}/.exec(info)?.[0];
	const block = tree.add(container, (position) => ({
		...position,
		...growing(position.line + 1),
		...{ kind: "code", lang, fence },
	}));
	return { block, consumed: true };
};

const startFormula: Start = (tree, container, { content }) => {
	const formula = content.startsWith("$$") ? "$$" : content.startsWith("\\[") ? "\\]" : undefined;
	if (!formula) return undefined;
	const inner = content.slice(2).trimEnd();
	const end = inner.indexOf(formula);
	if (end >= 0 ? end === 0 || end < inner.length - 2 : formula === "\\]" && inner !== "") return undefined;
	const block = tree.addText(container, content, { formula });
	if (endsFormula(block)) tree.close(block);
	return { block, consumed: true };
};

const startUnderline: Start = (tree, container, { content }) => {
	if (!isParagraph(container) || !/^(?:=+|-+)[ \t]*$/.test(content)) return undefined;
	if (isEmpty(container)) return undefined;
	tree.entitle(container, content[0] === "=" ? 1 : 2);
	tree.close(container);
	return { block: container, consumed: true };
};

const startTable: Start = (tree, container, { content }) => {
	// `- ` begins an item.
	if (!isParagraph(container) || content.startsWith("- ")) return undefined;
	const aligns = alignmentsOf(content);
	if (!aligns || aligns.length > MOST_COLUMNS) return undefined;
	const { parent } = container;
	const head = container.last.line;
	const cells = splitRow(head);
	if (!parent || isEmpty(container) || cells.length !== aligns.length) return undefined;
	if (!head.includes("|") && !content.includes("|")) return undefined;
	tree.takeLastLine(container);
	const rows = [{ cells, missing: 0, plain: head.length > LONGEST_SPECIAL_LINE * 4 }];
	const block = tree.add(parent, (position) => ({
		...position,
		line: tree.line - 1,
		kind: "table",
		aligns,
		rows,
		missing: 0,
	}));
	return { block, consumed: true };
};

const RULE = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;

const startRule: Start = (tree, container, { content }) => {
	if (!RULE.test(content)) return undefined;
	const block = tree.add<Block>(container, (position) => ({ ...position, kind: "rule", open: false }));
	return { block, consumed: true };
};

const startItem: Start = (tree, container, line) => {
	const { content } = line;
	const [marker = "", number, end] = /^(?:[*+-]|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(content) ?? [];
	if (marker === "" || (container.kind !== "list" && depthOf(container) >= DEEPEST - 1)) return undefined;
	const start = number === undefined ? undefined : Number(number);
	const empty = content.slice(marker.length).trim() === "";
	if (isParagraph(container) && (empty || (start ?? 1) !== 1)) return undefined;

	const before = line.indent;
	line.skipIndent();
	line.skip(marker.length);
	const spaces = !empty && line.indent <= 4 ? line.indent : 1;
	line.skipColumns(spaces);
	const kind = end ?? marker;
	const list =
		container.kind === "list" && container.marker === kind
			? container
			: tree.add<Container>(container, (position) => ({
					...position,
					...{ kind: "list", marker: kind, start, loose: false, children: [] },
				}));
	const indent = before + marker.length + spaces;
	const block = tree.add<Container>(list, (position) => ({
		...position,
		kind: "item",
		indent,
		children: [],
	}));
	return { block, consumed: false };
};

/** Only where no paragraph is open, not even a nested one: an indented line continues it. */
const startIndentedCode: Start = (tree, container, line) => {
	if (isParagraph(tipOf(container))) return undefined;
	line.skipColumns(4);
	const block = tree.add<Block>(container, (position) => ({
		...position,
		...growing(position.line),
		...{ kind: "code", lang: undefined, fence: undefined },
	}));
	return { block, consumed: false };
};

const STARTS: readonly Start[] = [
	startHeading,
	startFence,
	startFormula,
	startUnderline,
	startTable,
	startRule,
];

function tipOf(block: Block): Block {
	const child = isContainer(block) ? block.children.at(-1) : undefined;
	return child?.open ? tipOf(child) : block;
}

function depthOf(block: Block): number {
	let depth = 0;
	for (let outer = block.parent; outer; outer = outer.parent) depth++;
	return isContainer(block) ? depth : depth - 1;
}
