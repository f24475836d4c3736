import { isAllowedHref, type Tree } from "../../../app/chat/markdown/tree/tree.ts";

/** HTML as far as specifications write it in their examples: tags, texts, entities. */
type Node = string | { tag: string; attributes: Record<string, string>; children: Node[] };

const VOID = new Set(["br", "hr", "img", "input"]);
const BLOCKS = new Set(
	"p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr table thead tbody tr th td div".split(" "),
);

export function parseHtml(html: string): Node[] {
	const root = { tag: "", attributes: {}, children: [] as Node[] };
	const open: Exclude<Node, string>[] = [root];
	const top = () => open.at(-1) ?? root;
	for (const [, closing, tag, attributes = "", text] of html.matchAll(
		/<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+|<)/gi,
	)) {
		if (text !== undefined) top().children.push(decoded(text));
		else if (closing) open.pop();
		else {
			const pairs = [...attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)];
			const element = {
				tag: String(tag),
				attributes: Object.fromEntries(pairs.map(([, name, value]) => [name, decoded(value ?? "")])),
				children: [],
			};
			top().children.push(element);
			if (!VOID.has(String(tag))) open.push(element);
		}
	}
	return root.children;
}

const decoded = (text: string) =>
	text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** What is ours in another way than the specifications': it is put into their HTML, by name. */
export const TRANSLATIONS: Record<string, (node: Exclude<Node, string>) => Node | Node[] | undefined> = {
	"headings begin with the second": ({ tag, attributes, children }) =>
		/^h[1-5]$/.test(tag) ? { tag: `h${Number(tag[1]) + 1}`, attributes, children } : undefined,
	"a picture is a link to it": ({ tag, attributes: { src = "", alt, title } }) => {
		if (tag !== "img") return undefined;
		return { tag: "a", attributes: { href: src, ...(title && { title }) }, children: [alt || src] };
	},
	"a link that leads neither to the web, nor to a mailbox, nor to a path of this site is its words": ({
		tag,
		attributes,
		children,
	}) => (tag === "a" && !isAllowedHref(attributes.href) ? children : undefined),
	"a link in a link (from a picture) is its words": ({ tag, attributes, children }) => {
		const flat = children.flatMap((child) =>
			typeof child !== "string" && child.tag === "a" ? child.children : [child],
		);
		if (tag !== "a" || flat.every((child, i) => child === children[i])) return undefined;
		return { tag, attributes, children: flat };
	},
};

/** The nodes after the translation, and whether it had something to do. */
export function translate(nodes: Node[], name: string): { nodes: Node[]; done: boolean } {
	let done = false;
	const all = nodes.flatMap((node): Node[] => {
		if (typeof node === "string") return [node];
		const children = translate(node.children, name);
		done ||= children.done;
		const inner = { ...node, children: children.nodes };
		const other = TRANSLATIONS[name]?.(inner);
		done ||= other !== undefined;
		return [other ?? inner].flat();
	});
	return { nodes: all, done };
}

/** One spelling for HTML that looks the same: spaces beside blocks and the line end after code say nothing. */
export function spelled(nodes: readonly Node[], within = "div"): string {
	const all = join(nodes);
	return all
		.map((node, i) => {
			if (typeof node === "string") {
				if (within === "pre code") return escaped(node.replace(/\n$/, ""));
				const text = escaped(node.replace(/\s+/g, " "));
				const left = isEdge(all[i - 1], within) ? text.trimStart() : text;
				return isEdge(all[i + 1], within) ? left.trimEnd() : left;
			}
			const { tag } = node;
			const attributes = Object.entries(node.attributes)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([name, value]) => ` ${name}="${escaped(value)}"`)
				.join("");
			if (VOID.has(tag)) return `<${tag}${attributes}>`;
			return `<${tag}${attributes}>${spelled(node.children, within === "pre" ? "pre code" : tag)}</${tag}>`;
		})
		.join("");
}

const isEdge = (beside: Node | undefined, within: string) =>
	beside === undefined
		? BLOCKS.has(within)
		: typeof beside !== "string" && (BLOCKS.has(beside.tag) || VOID.has(beside.tag));

const join = (nodes: readonly Node[]) =>
	nodes.reduce<Node[]>((all, node) => {
		const before = all.at(-1);
		if (typeof node === "string" && typeof before === "string") all[all.length - 1] = before + node;
		else all.push(node);
		return all;
	}, []);

const escaped = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Our trees in the words of the specifications. */
export function nodesOf(trees: readonly Tree[]): Node[] {
	return trees.flatMap((tree): Node[] => {
		if (typeof tree === "string") return [tree];
		const [tag, given, ...inner] = tree;
		const children = nodesOf(inner);
		const { lang, class: name, ...rest } = given ?? {};
		const attributes = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(value)]));
		switch (tag) {
			case "codeblock": {
				const own: Record<string, string> = lang ? { class: `language-${lang}` } : {};
				return [{ tag: "pre", attributes: {}, children: [{ tag: "code", attributes: own, children }] }];
			}
			case "kw":
			case "str":
			case "num":
			case "fn":
			case "com":
			case "attr":
				return children;
			case "div":
				return children;
			case "s":
				return [{ tag: "del", attributes, children }];
			case "th":
			case "td": {
				const align = { r: "right", c: "center" }[String(name)];
				return [{ tag, attributes: align ? { align } : {}, children }];
			}
			case "input":
				return [
					{
						tag,
						attributes: { type: "checkbox", disabled: "", ...(given?.checked && { checked: "" }) },
						children: [],
					},
				];
			default:
				return [{ tag, attributes, children }];
		}
	});
}
