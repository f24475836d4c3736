import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createElement, type ReactElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";

const VOID = new Set(["meta", "link", "input", "br", "hr", "img"]);

const RENAMED: Record<string, string> = {
	class: "className",
	for: "htmlFor",
	charset: "charSet",
	novalidate: "noValidate",
	autocomplete: "autoComplete",
	crossorigin: "crossOrigin",
	inputmode: "inputMode",
	popovertarget: "popoverTarget",
	checked: "defaultChecked",
	value: "defaultValue",
};

/**
 * The limit that the framework is compared with: `node:http` that renders the same React tree for each request and
 * does nothing else. The page to imitate comes as HTML on standard input, because the tree of a screen cannot be
 * taken out of its router; its elements, attributes and texts are the same. With the argument `static` it renders
 * nothing and sends the bytes as they are.
 */
const html = readFileSync(0, "utf8");
const staticPage = process.argv[2] === "static" ? Buffer.from(html) : undefined;
const tree = parse(html.replace(/^<!DOCTYPE html>/i, ""));

const server = createServer((_request, response) => {
	const page = staticPage ?? `<!DOCTYPE html>${renderToString(tree)}`;
	response.writeHead(200, {
		"Content-Type": "text/html; charset=utf-8",
		"Content-Length": Buffer.byteLength(page),
	});
	response.end(page);
});
server.listen(0, "127.0.0.1", () => {
	const address = server.address();
	if (typeof address === "object") console.log(address?.port);
});

/** React's output is regular, so a few lines parse it. */
function parse(source: string): ReactElement {
	const parts = source.matchAll(
		/<!--.*?-->|<(\/?)([a-z][\w-]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gi,
	);
	type Open = { tag: string; attributes: Record<string, string>; children: ReactNode[] };
	const stack: Open[] = [{ tag: "", attributes: {}, children: [] }];
	const top = () => stack[stack.length - 1] as Open;
	const close = () => {
		const { tag, attributes, children } = stack.pop() as Open;
		top().children.push(createElement(tag, { ...attributes, key: top().children.length }, ...children));
	};
	for (const [, closing, tag, attributes, selfClosing, text] of parts) {
		if (text !== undefined) top().children.push(text);
		else if (!tag) continue;
		else if (closing) close();
		else {
			stack.push({ tag, attributes: attributesOf(attributes ?? ""), children: [] });
			if (selfClosing || VOID.has(tag)) close();
		}
	}
	return top().children[0] as ReactElement;
}

function attributesOf(source: string): Record<string, string> {
	const pairs = [...source.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)];
	return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [RENAMED[name] ?? name, value]));
}
