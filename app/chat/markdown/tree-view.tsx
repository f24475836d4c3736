import { createElement, Fragment, memo, type ReactNode } from "react";
import { CodeBlock, type CodeLabels } from "./code-block.tsx";
import { type Grown, gather, isSame } from "./grown.ts";
import {
	ALLOWED,
	type Attributes,
	CLASSES,
	CODE_WORDS,
	isAllowedHref,
	isOutward,
	type Tree,
} from "./tree.ts";

type Props = { blocks: readonly Tree[]; labels: CodeLabels };

/**
 * Formatted text from trees. Sets no HTML, and shows only what the list of elements allows, whatever
 * has been sent. A tree that is the same object is not looked into again.
 */
export function TreeView({ blocks, labels }: Props) {
	return (
		<div className="prose">
			{gather(blocks).map((grown, place) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place and by nothing else
				<Block key={place} grown={grown} labels={labels} />
			))}
		</div>
	);
}

type BlockProps = { grown: Grown; labels: CodeLabels };

const isSameBlock = (before: BlockProps, after: BlockProps) =>
	isSame(before.grown, after.grown) &&
	before.labels.code === after.labels.code &&
	before.labels.copy === after.labels.copy &&
	before.labels.copied === after.labels.copied;

const Block = memo(({ grown: { tree, more }, labels }: BlockProps) => show(tree, labels, more), isSameBlock);

/** The rest of a long block, in its place. */
const Rest = memo(
	({ grown: { tree, more }, labels }: BlockProps) => childrenOf(tree, labels, more),
	isSameBlock,
);

const NOTHING: Grown[][] = [];
const CHILDLESS = new Set(["br", "hr", "input"]);
/** What may have a rest keeps one shape with and without it, or the browser would make it anew. */
const LONG = new Set("p h2 h3 h4 h5 h6 blockquote ul ol li tbody codeblock".split(" "));

/** @param more what comes after its own children, and after those of its last ones */
function show(tree: Tree, labels: CodeLabels, more = NOTHING, key?: number): ReactNode {
	if (typeof tree === "string") return tree;
	const [tag, attributes] = tree;
	const own = childrenOf(tree, labels, more.slice(1));
	const rests = more[0]?.map((grown, place) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: as above
		<Rest key={place} grown={grown} labels={labels} />
	));
	const content = LONG.has(tag) ? [<Fragment key="own">{own}</Fragment>, rests] : own;
	const allowed = ALLOWED.get(tag);
	// What is not known is not made; its text is still somebody's words.
	if (!allowed) return createElement(Fragment, { key }, content);
	if (CODE_WORDS.has(tag)) return createElement("span", { key, className: tag }, content);
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

// As an array and not as arguments: a list may have more items than a call may have arguments.
function childrenOf(tree: Tree, labels: CodeLabels, more: Grown[][]): ReactNode[] {
	const children = typeof tree === "string" ? [tree] : (tree.slice(2) as Tree[]);
	const last = children.length - 1;
	return children.map((child, place) => show(child, labels, place === last ? more : NOTHING, place));
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
