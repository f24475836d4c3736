import { createElement, Fragment, memo, type ReactNode, useMemo } from "react";
import { isSame, type JoinedBlock, joinBlocks } from "../live/join-blocks.ts";
import {
	ALLOWED,
	type Attributes,
	CLASSES,
	isAllowedHref,
	isOutward,
	OUTWARD,
	PART,
	TOKEN_KINDS,
	type Tree,
} from "../tree/tree.ts";
import { CitationPlace } from "./citation-place.tsx";
import { CodeBlock, type CodeLabels } from "./code-block.tsx";
import { HeadingLevels } from "./heading-levels.ts";
import { NoteContext, type NoteLabels, NoteReference, Notes, type ShownNote } from "./notes.tsx";
import { ScrollBox } from "./scroll-box.tsx";

type Props = {
	blocks: readonly Tree[];
	/** Prefixes the ids in the text and is unique on the page. */
	id: string;
	labels: CodeLabels & NoteLabels;
	/** `prose` is the text of an answer alone (docs/contract.md). */
	className?: "prose" | "reasoning-text";
};

/**
 * Renders formatted text from trees. Sets no HTML, and renders only allowed elements, whatever was sent. A tree that
 * is the same object is not rendered again.
 */
export function TreeView({ blocks, id, labels: { whole, ...labels }, className = "prose" }: Props) {
	const { notes: title, note, back, place } = labels;
	const context = useMemo(() => ({ id, notes: title, note, back, place }), [id, title, note, back, place]);
	const all = joinBlocks(blocks);
	const cutOff = isPlain(all.at(-1)) ? all.length - 2 : -1;
	const notes: ShownNote[] = [];
	const levels = new HeadingLevels();
	const content = all.map((joined, at) => {
		const { tree } = joined;
		const level = levels.next(typeof tree === "string" || isEmpty(joined) ? "" : tree[0]);
		const own = { ...labels, ...(at === cutOff && whole && { whole }), level };
		// biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its position and by nothing else
		const block = <Block key={at} joined={joined} labels={own} />;
		if (typeof tree === "string" || tree[0] !== "note") return block;
		notes.push({ n: tree[1]?.n, uses: tree[1]?.uses, place: at, content: block });
		return null;
	});
	return (
		<NoteContext value={context}>
			<div className={className}>
				{content}
				{notes.length > 0 ? <Notes notes={notes} /> : null}
			</div>
		</NoteContext>
	);
}

/** Without words yet, as a heading is while it is being written. */
const isEmpty = ({ tree, more }: JoinedBlock) => tree.length === 2 && !more?.[0]?.length;

const isPlain = (joined: JoinedBlock | undefined) =>
	typeof joined?.tree === "object" && joined.tree[0] === "plain";

/** `level`: the level of the block as a heading, or of headings in it. */
type Labels = CodeLabels & { level: number };
type BlockProps = { joined: JoinedBlock; labels: Labels };

const isSameBlock = (before: BlockProps, after: BlockProps) =>
	isSame(before.joined, after.joined) &&
	before.labels.level === after.labels.level &&
	before.labels.code === after.labels.code &&
	before.labels.copy === after.labels.copy &&
	before.labels.copied === after.labels.copied &&
	before.labels.notCopied === after.labels.notCopied &&
	(before.labels.whole === undefined) === (after.labels.whole === undefined);

const Block = memo(({ joined: { tree, more }, labels }: BlockProps) => show(tree, labels, more), isSameBlock);

/** The continuation of a long block. */
const Rest = memo(
	({ joined: { tree, more }, labels }: BlockProps) => childrenOf(tree, labels, more),
	isSameBlock,
);

const NOTHING: JoinedBlock[][] = [];
const CHILDLESS = new Set(["br", "hr", "input"]);
/**
 * Elements that may have a continuation keep one component structure with and without it, or React would remount
 * them.
 */
const LONG = new Set("p h2 h3 h4 h5 h6 blockquote ul ol li tbody codeblock note".split(" "));

/** Their marks or their edge are on the side where their words begin. The words themselves are for the stylesheet. */
const SIDED = new Set(["ul", "ol", "blockquote"]);

/** @param more the continuations of its own children, and of those of its last ones */
function show(tree: Tree, labels: Labels, more = NOTHING, key?: number): ReactNode {
	if (typeof tree === "string") return tree;
	const [tag, attributes] = tree;
	const own = childrenOf(tree, labels, more.slice(1));
	const rests = more[0]?.map((joined, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: as above
		<Rest key={index} joined={joined} labels={labels} />
	));
	const parts = tag === "codeblock" && rests ? inParts(rests) : rests;
	const content = LONG.has(tag) ? [<Fragment key="own">{own}</Fragment>, parts] : own;
	if (tag === PART) return part(key, content);
	const allowed = ALLOWED.get(tag);
	// An unknown element is dropped; its text is still shown.
	if (!allowed) return createElement(Fragment, { key }, content);
	if (TOKEN_KINDS.has(tag)) return createElement("span", { key, className: tag }, content);
	const props = { key, ...permitted(attributes, allowed), ...(SIDED.has(tag) && { dir: "auto" }) };
	switch (tag) {
		case "h2":
		case "h3":
		case "h4":
		case "h5":
		case "h6":
			// A screen reader would announce a heading without words.
			if (isEmpty({ tree, more })) return null;
			return createElement(`h${labels.level}`, props, content);
		case "div":
		case "span": {
			const label = attributes?.["aria-label"];
			if (typeof label !== "string") break;
			const className = CLASSES.has(attributes?.class) ? String(attributes?.class) : undefined;
			// A table, whose first column is on the side where its words begin, or a formula.
			const dir = tag === "div" ? "auto" : undefined;
			return createElement(ScrollBox, { key, as: tag, label, className, dir }, content);
		}
		case "note":
			return createElement(Fragment, { key }, content);
		case "cite":
			return createElement(CitationPlace, props);
		case "ref":
			return createElement(NoteReference, props);
		case "codeblock":
			return createElement(CodeBlock, { ...props, labels }, content);
		case "plain":
			return createElement("pre", { key, className: "plain" }, partsOf(String(tree[2] ?? "")));
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

/** Trees of code per part, and characters of plain text per part; parts are laid out when they come into view. */
const TREES = 16;
const CHARACTERS = 4_000;

/** The first trees are not wrapped: most code is short, and rendered elements keep their structure. */
function inParts(rests: ReactNode[]): ReactNode[] {
	const parts: ReactNode[] = rests.slice(0, TREES);
	for (let at = TREES; at < rests.length; at += TREES) parts.push(part(at, rests.slice(at, at + TREES)));
	return parts;
}

/** Splits text into parts at line ends. */
function partsOf(text: string): ReactNode[] {
	const parts: ReactNode[] = [];
	for (let at = 0; at < text.length; ) {
		const newline = text.indexOf("\n", at + CHARACTERS);
		const end = newline < 0 ? text.length : newline + 1;
		parts.push(part(at, text.slice(at, end)));
		at = end;
	}
	return parts;
}

const part = (key: number | undefined, content: ReactNode) =>
	createElement("span", { key, className: PART }, content);

// An array instead of spread arguments: a list may have more items than a call may have arguments.
function childrenOf(tree: Tree, labels: Labels, more: JoinedBlock[][]): ReactNode[] {
	const children = typeof tree === "string" ? [tree] : (tree.slice(2) as Tree[]);
	const last = children.length - 1;
	return children.map((child, index) => show(child, labels, index === last ? more : NOTHING, index));
}

const PROP_NAMES: Record<string, string> = { class: "className" };

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
