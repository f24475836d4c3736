import type { Token } from "markdown-it";
import { type Attributes, isAllowedHref, type Tree } from "./tree.ts";

type Element = Exclude<Tree, string>;

/** Emphasis can be opened thousands of times in a row; deeper than this it is only text. */
const DEEPEST = 60;

const TABLE = { class: "tbl", tabindex: 0, role: "region", "aria-label": "Таблица" };
const ALIGNMENTS: Record<string, string> = { "text-align:right": "r", "text-align:center": "c" };
const DONE = { type: "checkbox", disabled: true, checked: true, "aria-label": "Выполнено" };
const NOT_DONE = { type: "checkbox", disabled: true, "aria-label": "Не выполнено" };
const TASK = /^\[([ xX])\]\s/;

/** The tree of one top-level block from its tokens, the opening one to the closing one. */
export function buildTree(tokens: readonly Token[]): Tree {
	const builder = new Builder();
	builder.addAll(tokens);
	return builder.root[2] ?? "";
}

class Builder {
	readonly root: Element = ["", null];
	/** The innermost last. What makes no element of its own repeats its parent. */
	readonly #open: Element[] = [this.root];
	#links = 0;
	#task: boolean | undefined;

	addAll(tokens: readonly Token[]): void {
		for (const [i, token] of tokens.entries()) {
			if (token.type === "list_item_open") this.#task = isTask(tokens[i + 1], tokens[i + 2]);
			if (token.nesting > 0) this.#enter(token);
			else if (token.nesting < 0) this.#leave(token);
			else this.#add(token);
		}
	}

	get #parent(): Element {
		return this.#open.at(-1) ?? this.root;
	}

	#put(child: Tree): void {
		const parent = this.#parent;
		const last = parent.length - 1;
		const before = last < 2 ? undefined : parent[last];
		if (typeof child === "string" && typeof before === "string") parent[last] = before + child;
		else if (child !== "") parent.push(child);
	}

	#enter(token: Token): void {
		const element = this.#open.length > DEEPEST || token.hidden ? undefined : this.#elementOf(token);
		if (element) this.#put(element[0] === "table" ? ["div", TABLE, element] : element);
		if (element?.[0] === "a") this.#links++;
		this.#open.push(element ?? this.#parent);
	}

	#leave(token: Token): void {
		const left = this.#open.pop();
		if (token.type === "link_close" && left?.[0] === "a" && left !== this.#parent) this.#links--;
	}

	#elementOf(token: Token): Element | undefined {
		switch (token.type) {
			case "heading_open":
				// The page's own title is the first heading; an answer begins with the second.
				return [`h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`, null];
			case "ordered_list_open":
				return ["ol", attributes({ start: token.attrGet("start") })];
			case "list_item_open":
				return ["li", this.#task === undefined ? null : { class: "task" }];
			case "th_open":
				return ["th", attributes({ scope: "col", class: ALIGNMENTS[String(token.attrGet("style"))] })];
			case "td_open":
				return ["td", attributes({ class: ALIGNMENTS[String(token.attrGet("style"))] })];
			case "link_open":
				return link(token.attrGet("href"), token.attrGet("title"));
			default:
				return [token.tag, null];
		}
	}

	#add(token: Token): void {
		if (token.type === "inline") this.#addInline(token);
		else this.#put(this.#leafOf(token));
	}

	#leafOf(token: Token): Tree {
		switch (token.type) {
			case "softbreak":
				return "\n";
			case "hardbreak":
				return ["br", null];
			case "hr":
				return ["hr", null];
			case "code_inline":
				return ["code", null, token.content];
			case "code_block":
				return ["codeblock", null, token.content];
			case "fence":
				return ["codeblock", attributes({ lang: languageOf(token.info) }), token.content];
			case "image":
				return this.#pictureOf(token);
			default:
				return token.content;
		}
	}

	#addInline(token: Token): void {
		const children = token.children ?? [];
		if (this.#task !== undefined) {
			this.#put(["input", this.#task ? DONE : NOT_DONE]);
			if (children[0]) children[0].content = children[0].content.replace(TASK, "");
			this.#task = undefined;
		}
		this.addAll(children);
	}

	/** Nothing is fetched from elsewhere: a picture is a link to it. */
	#pictureOf(token: Token): Tree {
		const href = token.attrGet("src");
		const name = plainText(token.children ?? []) || String(href);
		const element = this.#links > 0 ? undefined : link(href, token.attrGet("title"));
		return element ? [...element, name] : name;
	}
}

function link(href: unknown, title: string | number | null): Element | undefined {
	return isAllowedHref(href) ? ["a", attributes({ href, title })] : undefined;
}

function isTask(paragraph: Token | undefined, text: Token | undefined): boolean | undefined {
	if (paragraph?.type !== "paragraph_open" || text?.children?.[0]?.type !== "text") return undefined;
	const marker = TASK.exec(text.content)?.[1];
	return marker && TASK.test(text.children[0].content) ? marker !== " " : undefined;
}

const languageOf = (info: string) => /^[\w+#.-]{1,32}/.exec(info.trim())?.[0];

/** Only those that have a value; null when none has. */
function attributes(all: Record<string, string | number | null | undefined>): Attributes | null {
	const given = Object.entries(all).filter(
		([, value]) => value !== undefined && value !== null && value !== "",
	);
	return given.length === 0 ? null : (Object.fromEntries(given) as Attributes);
}

function plainText(tokens: readonly Token[]): string {
	return tokens
		.map((token) =>
			token.type === "softbreak" ? "\n" : token.children ? plainText(token.children) : token.content,
		)
		.join("");
}
