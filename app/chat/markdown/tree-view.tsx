import { createElement, Fragment, memo, type ReactNode } from "react";
import { CodeBlock, type CodeLabels } from "./code-block.tsx";
import { ALLOWED, type Attributes, CLASSES, isAllowedHref, isOutward, type Tree } from "./tree.ts";

type Props = { blocks: readonly Tree[]; labels: CodeLabels };

/**
 * Formatted text from trees. Sets no HTML, and shows only what the list of elements allows, whatever
 * has been sent. A block whose tree is the same object is not looked into again.
 */
export function TreeView({ blocks, labels }: Props) {
	return (
		<div className="prose">
			{blocks.map((tree, place) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place and by nothing else
				<Block key={place} tree={tree} labels={labels} />
			))}
		</div>
	);
}

const Block = memo(
	({ tree, labels }: { tree: Tree; labels: CodeLabels }) => show(tree, labels),
	(before, after) =>
		before.tree === after.tree &&
		before.labels.code === after.labels.code &&
		before.labels.copy === after.labels.copy &&
		before.labels.copied === after.labels.copied,
);

const CHILDLESS = new Set(["br", "hr", "input"]);

function show(tree: Tree, labels: CodeLabels, key?: number): ReactNode {
	if (typeof tree === "string") return tree;
	const [tag, attributes, ...children] = tree;
	// As an array and not as arguments: a list may have more items than a call may have arguments.
	const content = children.map((child, place) => show(child, labels, place));
	const allowed = ALLOWED.get(tag);
	// What is not known is not made; its text is still somebody's words.
	if (!allowed) return createElement(Fragment, { key }, content);
	const props = { key, ...permitted(attributes, allowed) };
	switch (tag) {
		case "codeblock":
			return createElement(CodeBlock, { ...props, labels }, content);
		case "input":
			return createElement(tag, { ...props, type: "checkbox", disabled: true, readOnly: true });
		case "a":
			return createElement(
				tag,
				{ ...props, ...("href" in props && isOutward(props.href) && OUTWARD) },
				content,
			);
	}
	return createElement(tag, props, CHILDLESS.has(tag) ? undefined : content);
}

const OUTWARD = { target: "_blank", rel: "noopener noreferrer nofollow ugc" };

const PROP_NAMES: Record<string, string> = { class: "className", tabindex: "tabIndex" };

function permitted(attributes: Attributes | null, allowed: readonly string[]): Attributes {
	const props: Attributes = {};
	for (const name of allowed) {
		const value = attributes?.[name];
		if (value === undefined || typeof value === "object") continue;
		if (name === "class" && !CLASSES.has(value)) continue;
		if (name === "href" && !isAllowedHref(value)) continue;
		props[PROP_NAMES[name] ?? name] = value;
	}
	return props;
}
