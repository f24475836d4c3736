import type { Token } from "markdown-it";
import { type Attributes, isAllowedHref, type Tree } from "../tree/tree.ts";
import { formulaTree } from "./formula.server.ts";
import { findSeam, parser } from "./inline-parser.server.ts";
import { UNNUMBERED } from "./number-notes.server.ts";
import type { Reading } from "./reading.ts";

type Element = Exclude<Tree, string>;

/** The maximum nesting of emphasis; deeper it is text. */
const DEEPEST = 30;

/** The trees of a table cell. */
export function cellTrees(text: string, reading: Reading): Tree[] {
	const inCell = { ...reading, cell: true };
	const trees: Tree[] = [];
	let rest = text;
	for (let { seam } = findSeam(rest, 0); seam !== undefined; { seam } = findSeam(rest, 0)) {
		trees.push(...pieceTrees(rest.slice(0, seam), inCell));
		rest = rest.slice(seam);
	}
	trees.push(...pieceTrees(rest, inCell));
	return trees;
}

/** A text without any of these needs no parsing. */
const MARKS = /[\\`*_~[\]<&$@\n]|:\/\/|www\./i;

/** The trees of the text between two seams. */
export function pieceTrees(text: string, reading: Reading): Tree[] {
	if (!MARKS.test(text)) return text === "" ? [] : [text];
	const builder = new Builder();
	builder.read(text, reading);
	return builder.trees;
}

/**
 * The growth of the rendered text, when plain words were appended to a text that ended with one: then it need not be
 * parsed again. Undefined when it must be.
 */
export function plainGrowth(text: string, piece: string): string | undefined {
	const end = trimmedEnd(text.slice(0, text.length - piece.length));
	if (!/[\p{L}\p{N},]/u.test(text[end - 1] ?? "")) return undefined;
	let word = end;
	while (word > 0 && /\S/.test(text[word - 1] ?? "")) word--;
	if (MARKS.test(text.slice(word))) return undefined;
	// A bracket may close a link whose destination or title the words before it belonged to.
	if (text.includes(")", end) && text.includes("](")) return undefined;
	return text.slice(end, trimmedEnd(text));
}

/** The end of the text without trailing spaces and blank lines. */
export function trimmedEnd(text: string): number {
	let end = text.length;
	while (end > 0 && " \t\n".includes(text[end - 1] ?? "")) end--;
	return end;
}

class Builder {
	readonly #root: Element = ["", null];
	/** The innermost last. A token without an element repeats its parent. */
	readonly #open: Element[] = [this.#root];
	#links = 0;
	#notes: string[] = [];

	get trees(): Tree[] {
		const [, , ...trees] = this.#root;
		return trees;
	}

	read(text: string, reading: Reading): void {
		this.#notes = reading.notes?.used ?? [];
		for (const token of parser.parseInline(text, reading)) this.#addAll(token.children ?? []);
	}

	#addAll(tokens: readonly Token[]): void {
		for (const token of tokens) {
			if (token.nesting > 0) this.#enter(token);
			else if (token.nesting < 0) this.#leave(token);
			else this.#put(this.#leafOf(token));
		}
	}

	get #parent(): Element {
		return this.#open.at(-1) ?? this.#root;
	}

	#put(child: Tree): void {
		addChild(this.#parent, child);
	}

	#enter(token: Token): void {
		const element = this.#open.length > DEEPEST ? undefined : this.#elementOf(token);
		if (element) this.#put(element);
		if (element?.[0] === "a") this.#links++;
		this.#open.push(element ?? this.#parent);
	}

	#leave(token: Token): void {
		const left = this.#open.pop();
		if (token.type === "link_close" && left?.[0] === "a" && left !== this.#parent) this.#links--;
	}

	#elementOf(token: Token): Element | undefined {
		if (token.type !== "link_open") return [token.tag, null];
		return link(token.attrGet("href"), token.attrGet("title"));
	}

	#leafOf(token: Token): Tree {
		switch (token.type) {
			case "softbreak":
				return "\n";
			case "hardbreak":
				return ["br", null];
			case "code_inline":
				return ["code", null, token.content];
			case "formula":
				return formulaTree(token.content, token.markup, token.meta?.display === true);
			case "citation":
				return ["cite", { n: Number(token.meta?.n) }, `${token.meta?.n}`];
			case "note":
				this.#notes.push(String(token.meta?.key));
				return UNNUMBERED;
			case "image":
				return this.#pictureOf(token);
			default:
				return token.content;
		}
	}

	/** No images are loaded from other sites: an image becomes a link to it. */
	#pictureOf(token: Token): Tree {
		const href = token.attrGet("src");
		const name = plainText(token.children ?? []) || String(href);
		const element = this.#links > 0 ? undefined : link(href, token.attrGet("title"));
		return element ? [...element, name] : name;
	}
}

/** Merges neighbouring strings. A citation stays on the line of the word that it follows. */
export function addChild(parent: Element, child: Tree): void {
	const last = parent.length - 1;
	const before = last < 2 ? undefined : parent[last];
	if (typeof before === "string" && before.endsWith(" ") && typeof child !== "string" && child[0] === "cite")
		parent[last] = `${before.slice(0, -1)}\u00a0`;
	if (typeof child === "string" && typeof before === "string") parent[last] = before + child;
	else if (child !== "") parent.push(child);
}

function link(href: unknown, title: string | number | null): Element | undefined {
	return isAllowedHref(href) ? ["a", attributes({ href, title })] : undefined;
}

/** The attributes that have a value; null when none has. */
export function attributes(all: Record<string, string | number | null | undefined>): Attributes | null {
	const given = Object.entries(all).filter(
		([, value]) => value !== undefined && value !== null && value !== "",
	);
	return given.length === 0 ? null : (Object.fromEntries(given) as Attributes);
}

/** Tokens whose source is in their markup. */
const MARKED = new Set(["formula", "note", "citation"]);

function plainText(tokens: readonly Token[]): string {
	return tokens
		.map((token) =>
			token.type === "softbreak"
				? "\n"
				: token.children
					? plainText(token.children)
					: token.markup && MARKED.has(token.type)
						? token.markup
						: token.content,
		)
		.join("");
}
