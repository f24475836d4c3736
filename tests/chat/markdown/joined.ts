import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";

type Element = Exclude<Tree, string>;

/** The trees with the rest of the long ones put where it belongs, and strings side by side made one. */
export function joined(blocks: readonly Tree[]): Tree[] {
	const all: Tree[] = [];
	for (const block of structuredClone([...blocks])) {
		if (typeof block === "string" || block[0] !== "more") all.push(block);
		else {
			let into = all.at(-1) as Element;
			for (let depth = Number(block[1]?.depth); depth > 0; depth--) into = into.at(-1) as Element;
			into.push(...(block.slice(2) as Tree[]));
		}
	}
	return all.map(merged);
}

function merged(tree: Tree): Tree {
	if (typeof tree === "string") return tree;
	const [tag, attributes, ...children] = tree;
	const result: Element = [tag, attributes];
	for (const child of children.map(merged)) {
		const before = result.length > 2 ? result.at(-1) : undefined;
		if (typeof child === "string" && typeof before === "string") result[result.length - 1] = before + child;
		else result.push(child);
	}
	return result;
}
