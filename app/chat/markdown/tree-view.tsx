// Temporary: replaced by the real view.
import { createElement, type ReactNode } from "react";
import type { Tree } from "./tree.ts";

type Labels = { copy: string; copied: string; code: string };

export function TreeView({ blocks }: { blocks: readonly Tree[]; labels: Labels }) {
	return <div className="prose">{blocks.map((b, i) => node(b, i))}</div>;
}
function node(tree: Tree, key: number): ReactNode {
	if (typeof tree === "string") return tree;
	const [tag, , ...children] = tree;
	return createElement(tag === "codeblock" ? "pre" : tag, { key }, ...children.map((c, i) => node(c as Tree, i)));
}
