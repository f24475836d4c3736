import { ALLOWED, type Attributes, PART, TOKEN_KINDS, type Tree } from "../tree/tree.ts";

/** The source of a text too long to be formatted, and footnotes, which are shown elsewhere than they are written. */
const UNREADABLE = new Set(["plain", "note", "ref"]);

/** Whether trees can be read back from the page that shows them. */
export const areReadable = (blocks: readonly Tree[]): boolean => blocks.every(isReadable);

function isReadable(tree: Tree): boolean {
	if (typeof tree === "string") return true;
	const [tag] = tree;
	if (tag !== "more" && (!ALLOWED.has(tag) || UNREADABLE.has(tag))) return false;
	for (let at = 2; at < tree.length; at++) if (!isReadable(tree[at] as Tree)) return false;
	return true;
}

/**
 * The trees in an element that `TreeView` has rendered and that is not hydrated yet. Rendered again they give the same
 * elements: what the page has as HTML is not sent a second time as data.
 * @param box with trees that are readable
 */
export function readTrees(box: Element): Tree[] {
	const trees: Tree[] = [];
	for (const node of box.childNodes) {
		if (node.nodeType === Node.TEXT_NODE) trees.push((node as Text).data);
		else if (node.nodeType === Node.ELEMENT_NODE) trees.push(read(node as Element));
	}
	return trees;
}

function read(element: Element): Tree {
	const tag = element.localName;
	if (tag === "figure") return codeBlock(element);
	if (tag === "a" && element.className === "cite") return citation(element);
	const kind = tag === "span" ? (element.getAttribute("class") ?? "") : "";
	if (TOKEN_KINDS.has(kind) || kind === PART) return [kind, null, ...readTrees(element)];
	return [tag, attributesOf(element, tag), ...readTrees(element)];
}

function attributesOf(element: Element, tag: string): Attributes | null {
	const attributes: Attributes = {};
	for (const name of ALLOWED.get(tag) ?? []) {
		const value = element.getAttribute(name);
		if (value !== null) attributes[name] = name === "checked" || name === "disabled" ? true : value;
	}
	return Object.keys(attributes).length > 0 ? attributes : null;
}

/** The brackets around its number are elements of their own. */
function citation(link: Element): Tree {
	const n = Number(/\d+/.exec(link.textContent ?? "")?.[0]);
	return ["cite", { n }, `${n}`];
}

/** The name of its language names it again. Without a language the bar and the box have the same label. */
function codeBlock(figure: Element): Tree {
	const [bar, box] = figure.children;
	const name = bar?.firstElementChild?.textContent ?? "";
	const named = box?.getAttribute("aria-label") !== name;
	const code = box?.firstElementChild;
	return ["codeblock", named ? { lang: name } : null, ...(code ? readTrees(code) : [])];
}
