import { formulaTree } from "../inline/formula.server.ts";
import { attributes, trimmedEnd } from "../inline/inline-tree.server.ts";
import type { Tree } from "../tree/tree.ts";
import { type Block, isEmpty, type Text } from "./nodes.server.ts";

type Element = Exclude<Tree, string>;

/** The checkbox marker of a task item, before its text. */
export const TASK = /^\[([ xX])\](?:[ \t\n]+)(?=\S)/;

/** Undefined for a paragraph that has no element: in a tight list, or when it consists of definitions. */
export function elementOf(block: Block): Element | undefined {
	switch (block.kind) {
		case "quote":
			return ["blockquote", null];
		case "list": {
			const { start } = block;
			return start === undefined ? ["ul", null] : ["ol", start === 1 ? null : { start }];
		}
		case "note":
			return ["note", null];
		case "item":
			return ["li", isTask(block.children[0]) ? { class: "task" } : null];
		case "text":
			return hasElement(block) ? [block.level > 0 ? headingOf(block.level) : "p", null] : undefined;
		case "code":
			return ["codeblock", attributes({ lang: block.lang })];
		case "rule":
			return ["hr", null];
		default:
			return ["table", null];
	}
}

/** The page's own title is the first heading, so an answer's headings begin with the second level. */
const headingOf = (level: number) => `h${Math.min(level + 1, 6)}`;

function hasElement(text: Text): boolean {
	if (text.formula) return !isClosedFormula(text);
	if (text.level > 0) return true;
	const { parent } = text;
	const tight = parent?.kind === "item" && parent.parent?.kind === "list" && !parent.parent.loose;
	return !tight && !isEmpty(text);
}

export function isTask(first: Block | undefined): boolean {
	if (first?.kind !== "text" || first.level > 0 || first.formula) return false;
	const { pieces, tail } = first;
	return TASK.test(pieces[0]?.text ?? tail.text.slice(tail.base));
}

const isClosedFormula = (text: Text) => !text.open;

/** An unclosed formula is rendered as far as it is written. */
export function formulaOf(block: Text): Tree {
	const source = block.tail.text.trimEnd();
	return isClosedFormula(block)
		? formulaTree(source.slice(2, -2).trim(), source, true)
		: ["code", null, source];
}

/** The number of steps by the last child from the document's top-level block to this block. */
export function depthOf(block: Block): number {
	if (!block.parent || block.parent.kind === "document") return block.kind === "table" ? 2 : 0;
	const outer = depthOf(block.parent);
	if (block.kind === "table") return outer + 3;
	return block.kind === "text" && !hasElement(block) ? outer : outer + 1;
}

/** Blank lines at the end of indented code are not part of it. */
export function withoutBlankEnd(text: string): string {
	const end = trimmedEnd(text);
	return text.slice(0, text.indexOf("\n", end) + 1 || undefined);
}
