import type { Token } from "markdown-it";
import { buildTree } from "./build-tree.server.ts";
import { parser, type Reading, type References } from "./parser.server.ts";
import type { Tree } from "./tree.ts";

/** A top-level block and what must be known to leave it alone later. */
export type Block = {
	tree: Tree;
	/** Where its first line begins in the source. */
	start: number;
	/** The labels its links asked for, defined or not: another answer would give another tree. */
	asked: ReadonlySet<string>;
	/** Whether reading may begin at it: nothing before it can still reach over it. */
	seam: boolean;
};

export type Definition = { label: string; start: number; reference: NonNullable<References[string]> };

/** What the source says, without what was known before. The first definition of a label is the valid one. */
export type Parsed = { blocks: Block[]; definitions: Definition[] };

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Reads Markdown whose line ends are LF and which holds no NUL (see `normalize`).
 * @param known definitions from before the source
 */
export function parseBlocks(source: string, known: References = {}): Parsed {
	const found: References = Object.create(known);
	const asked = new Map<unknown, Set<string>>();
	const env: Reading = { references: watch(found, (label) => remember(asked, env.token, label)) };
	const tokens = parser.parse(source, env);

	const lines = new Lines(source);
	const blocks: Block[] = [];
	const definitions = new Map<string, Definition>();
	let dangling = false;
	for (let i = 0; i < tokens.length; ) {
		const [token, end] = [tokens[i], endOf(tokens, i)];
		const own = tokens.slice(i, end);
		i = end;
		// The title of a definition may take several lines, with `===` among them, and until its closing quote
		// comes they look like paragraphs and headings. An empty line ends every hope of that.
		if (lines.isBlank(lineOf(token) - 1)) dangling = false;
		if (token && token.type !== "reference_definition") {
			const start = lines.startOf(lineOf(token));
			blocks.push({ tree: buildTree(own), start, asked: asked.get(token) ?? NOTHING, seam: !dangling });
		}
		for (const inner of own) {
			if (inner.type === "heading_open" && inner.markup === "=") dangling = true;
			if (inner.type !== "reference_definition") continue;
			dangling = true;
			const label = String(inner.meta?.label);
			const reference = Object.hasOwn(found, label) ? found[label] : undefined;
			if (!reference || definitions.has(label)) continue;
			definitions.set(label, { label, start: lines.startOf(lineOf(inner)), reference });
		}
	}
	return { blocks, definitions: [...definitions.values()] };
}

/** One kind of line end, and no NUL, as CommonMark asks. */
export const normalize = (text: string) => text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");

function watch(references: References, heard: (label: string) => void): References {
	return new Proxy(references, {
		get(target, label) {
			heard(String(label));
			return target[String(label)];
		},
	});
}

function remember(asked: Map<unknown, Set<string>>, token: unknown, label: string): void {
	const labels = asked.get(token);
	if (labels) labels.add(label);
	else asked.set(token, new Set([label]));
}

const lineOf = (token: Token | undefined) => token?.map?.[0] ?? 0;

/** The index after the token that closes the one at `i`. */
function endOf(tokens: readonly Token[], i: number): number {
	if (tokens[i]?.nesting !== 1) return i + 1;
	let end = i + 1;
	while (end < tokens.length && tokens[end]?.level !== 0) end++;
	return end + 1;
}

class Lines {
	readonly #source: string;
	readonly #starts = [0];

	constructor(source: string) {
		this.#source = source;
		for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) this.#starts.push(at + 1);
	}

	startOf(line: number): number {
		return this.#starts[line] ?? this.#source.length;
	}

	isBlank(line: number): boolean {
		return line >= 0 && /^[ \t]*\n?$/.test(this.#source.slice(this.startOf(line), this.startOf(line + 1)));
	}
}
