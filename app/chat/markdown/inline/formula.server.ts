import { createRequire } from "node:module";
import { ALLOWED, type Attributes, type Tree } from "../tree/tree.ts";

/** The maximum number of elements and nesting of a formula; a larger one is shown as its source. */
const MOST_ELEMENTS = 1_500;
const DEEPEST = 32;
const LONGEST = 4_000;
/**
 * A longer inline formula, in drawn characters, gets a scrolling box: this many are as wide as the narrowest screen.
 * Others do without, because Firefox and WebKit leave a gap behind the box: they measure brackets at their largest.
 */
const SHORT = 20;

type MathNode = {
	type?: string;
	text?: string;
	attributes?: Record<string, unknown>;
	classes?: string[];
	style?: Record<string, unknown>;
	children?: MathNode[];
};
type Temml = { __renderToMathMLTree: (tex: string, options: object) => MathNode };

const OPTIONS = { throwOnError: true, trust: false, maxExpand: 200, maxSize: [20, 200] };
const BOX = { class: "formula", "aria-label": "Формула" };

/** A cache of rendered formulas: the end of a live answer is parsed again with each piece, including its formulas. */
const made = new Map<string, Tree>();
const MOST_MADE = 200;

let temml: Temml | undefined;

/**
 * Renders TeX to MathML; an invalid formula becomes its source as code.
 * @param source the formula with its delimiters
 * @param display as a block of its own
 */
export function formulaTree(tex: string, source: string, display: boolean): Tree {
	const key = `${display ? "$$" : "$"}${tex}`;
	const known = made.get(key);
	if (known !== undefined) return known;
	const tree = boxed(mathOf(tex, display), display) ?? ["code", null, source.trim()];
	if (made.size >= MOST_MADE) made.delete(made.keys().next().value ?? "");
	made.set(key, tree);
	return tree;
}

function boxed(math: Tree | undefined, display: boolean): Tree | undefined {
	if (!math || (!display && drawnCharacters(math) <= SHORT)) return math;
	return ["span", display ? BOX : { ...BOX, class: "formula-inline" }, math];
}

function drawnCharacters(tree: Tree): number {
	if (typeof tree === "string") return tree.length;
	const [, , ...children] = tree;
	return children.reduce((sum, child) => sum + drawnCharacters(child), 0);
}

function mathOf(tex: string, display: boolean): Tree | undefined {
	if (tex.length > LONGEST) return undefined;
	// Loaded with the first formula: most processes never need it.
	temml ??= createRequire(import.meta.url)("temml") as Temml;
	const budget = { elements: MOST_ELEMENTS };
	try {
		const [tree] = treesOf(temml.__renderToMathMLTree(tex, { ...OPTIONS, displayMode: display }), budget, 0);
		return tree;
	} catch {
		// Invalid or unsupported TeX, or too large: the source is shown.
		return undefined;
	}
}

function treesOf(node: MathNode, budget: { elements: number }, depth: number): Tree[] {
	if (node.text !== undefined) return [node.text];
	if (--budget.elements < 0 || depth > DEEPEST) throw new RangeError("the formula is too large");
	const children = (node.children ?? []).flatMap((child) => treesOf(child, budget, depth + 1));
	const { type: tag = "", attributes = {} } = node;
	if (tag === "menclose")
		return [["mrow", { class: LINES[String(attributes.notation)] ?? "cancel" }, ...children]];
	const allowed = ALLOWED.get(tag);
	return allowed ? [[tag, attributesOf(node, allowed), ...children]] : children;
}

/** The lines of an enclosed part, which a style sheet draws: not every browser has `menclose`. Others are crossed out. */
const LINES: Record<string, string> = {
	top: "over",
	longdiv: "over",
	actuarial: "over",
	bottom: "under",
	phasorangle: "under",
	box: "boxed",
	circle: "boxed",
};

const CLASSES: Record<string, string> = { "tml-left": "l", "tml-right": "r" };

function attributesOf({ attributes = {}, classes = [], style = {} }: MathNode, allowed: readonly string[]) {
	const all: Attributes = {};
	for (const name of allowed) {
		const value = String(attributes[name] ?? "");
		if (value !== "" && isHarmless(value)) all[name] = value;
	}
	const known = classes.map((name) => CLASSES[name]).find((name) => name);
	if (!allowed.includes("class")) return Object.keys(all).length === 0 ? null : all;
	if (known) all.class = known;
	else if (typeof style.border === "string" && style.border !== "") all.class = "boxed";
	return Object.keys(all).length === 0 ? null : all;
}

/** A word, or a length that fits on a screen. */
const isHarmless = (value: string) =>
	/^[\w.+%-]{1,20}$/.test(value) && !(Math.abs(Number.parseFloat(value)) > 100);
