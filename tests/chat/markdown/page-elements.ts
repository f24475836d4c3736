/** Enough of the browser's elements to read a page that React has written. */
export class PageElement {
	readonly nodeType = 1;
	readonly childNodes: (PageElement | PageText)[] = [];
	readonly localName: string;
	readonly #attributes: Map<string, string>;

	constructor(localName: string, attributes: Map<string, string>) {
		this.localName = localName;
		this.#attributes = attributes;
	}

	get children(): PageElement[] {
		return this.childNodes.filter((node) => node instanceof PageElement);
	}

	get firstElementChild(): PageElement | null {
		return this.children[0] ?? null;
	}

	get textContent(): string {
		return this.childNodes
			.map((node) => (node instanceof PageElement ? node.textContent : node.data))
			.join("");
	}

	getAttribute(name: string): string | null {
		return this.#attributes.get(name) ?? null;
	}
}

type PageText = { nodeType: 3; data: string };

/** The numbers of the two kinds of nodes that are read. */
export const NODE = { ELEMENT_NODE: 1, TEXT_NODE: 3 };

const VOID = new Set("br hr img input".split(" "));

/** React's output is regular, so a few lines parse it. Between two texts it writes an empty comment. */
export function pageElement(html: string): Element {
	const root = new PageElement("", new Map());
	const open = [root];
	const parts = html.matchAll(
		/<!--.*?-->|<(\/?)([a-z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gi,
	);
	for (const [, closing, tag, attributes = "", text] of parts) {
		if (text !== undefined) open.at(-1)?.childNodes.push({ nodeType: 3, data: decoded(text) });
		else if (closing) open.pop();
		else if (tag) {
			const pairs = attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g);
			const named = new Map([...pairs].map(([, name = "", value = ""]) => [name, decoded(value)]));
			const element = new PageElement(tag, named);
			open.at(-1)?.childNodes.push(element);
			if (!VOID.has(tag)) open.push(element);
		}
	}
	return root.children[0] as unknown as Element;
}

const decoded = (text: string) =>
	text
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&#x27;", "'")
		.replaceAll("&amp;", "&");
