import { createRequire } from "node:module";
import { type StreamParser, StringStream } from "@codemirror/streamparser";
import type { Tree } from "../tree/tree.ts";
import { grammarOf } from "./grammars.server.ts";
import { copyOf, htmlGrammar, jsxGrammar } from "./mixed-grammars.server.ts";

/**
 * Highlights code line by line: the state at the end of a line is all that the next one needs, so a code block costs
 * only its new lines, however long it is.
 */
export type Highlighter = {
	start(): unknown;
	/** A copy, since `line` mutates the state. */
	copy(state: unknown): unknown;
	/** The trees of a line that begins in the state; the state is advanced to its end. */
	line(text: string, state: unknown): Tree[];
};

/** Longer lines are not highlighted: they are data or generated code. */
const LONGEST_LINE = 500;

const TAB = 4;

const loaded = new Map<string, Highlighter | undefined>();
/** The cache limit: models invent names, and a process lives long. */
const MOST_LOADED = 300;

/** The highlighter of a language by the word after the fence; its grammar is loaded on first use. */
export function highlighterFor(lang: string | undefined): Highlighter | undefined {
	if (lang === undefined) return undefined;
	const known = loaded.get(lang);
	if (known || loaded.has(lang)) return known;
	if (loaded.size >= MOST_LOADED) loaded.clear();
	const parser = parserOf(lang);
	const highlighter = parser && highlighterOf(parser);
	loaded.set(lang, highlighter);
	return highlighter;
}

function parserOf(lang: string): StreamParser<unknown> | undefined {
	const grammar = grammarOf(lang);
	if (!grammar) return undefined;
	if ("keywords" in grammar) return grammar.keywords as StreamParser<unknown>;
	const parser = load(grammar.module, grammar.name);
	if (grammar.name === "html") {
		const mixed = htmlGrammar(parser, load("javascript", "javascript"), load("css", "css"));
		return mixed as StreamParser<unknown>;
	}
	// JSX can appear in scripts under any name, but `<` begins a type in plain TypeScript.
	if (grammar.module !== "javascript" || /^(?:ts|mts|cts|typescript|json\w*)$/i.test(lang)) return parser;
	return jsxGrammar(parser) as StreamParser<unknown>;
}

function load(module: string, name: string): StreamParser<unknown> {
	return createRequire(import.meta.url)(`@codemirror/legacy-modes/mode/${module}`)[name];
}

function highlighterOf(parser: StreamParser<unknown>): Highlighter {
	return {
		start: () => parser.startState?.(TAB) ?? {},
		copy: (state) => copyOf(parser, state),
		line(text, state) {
			if (text.length > LONGEST_LINE) return [text];
			try {
				return tokensOf(parser, text, state);
			} catch {
				// The grammar throws on the model's text; the text is shown without highlighting.
				return [text];
			}
		},
	};
}

function tokensOf(parser: StreamParser<unknown>, text: string, state: unknown): Tree[] {
	if (text === "") {
		parser.blankLine?.(state, TAB);
		return [];
	}
	const stream = new StringStream(text, TAB, TAB);
	const trees: Tree[] = [];
	for (let idle = 0; !stream.eol(); stream.start = stream.pos) {
		const style = parser.token(stream, state);
		// A grammar reads UTF-16 units: its word may end in the middle of an emoji.
		if ((text.codePointAt(stream.pos - 1) ?? 0) > 0xffff) stream.pos++;
		if (stream.pos > stream.start) add(trees, wordOf(style, stream.current()), stream.current());
		else if (++idle > 20) {
			add(trees, undefined, text.slice(stream.pos));
			break;
		}
	}
	return trees;
}

/** Merges neighbouring words of one kind. */
function add(trees: Tree[], word: string | undefined, text: string): void {
	const last = trees.at(-1);
	if (word === undefined) {
		if (typeof last === "string") trees[trees.length - 1] = last + text;
		else trees.push(text);
	} else if (typeof last === "object" && last[0] === word) last[2] = `${last[2]}${text}`;
	else trees.push([word, null, text]);
}

/** The highlighted kinds by the grammars' styles. Punctuation has none, except in strings. */
const MEANINGS: Record<string, string> = {
	...Object.fromEntries(
		"keyword controlKeyword operatorKeyword atom bool null builtin tag self modifier"
			.split(" ")
			.map((name) => [name, "kw"]),
	),
	...Object.fromEntries(
		"string regexp character url link quote inserted".split(" ").map((name) => [name, "str"]),
	),
	...Object.fromEntries("number unit color deleted".split(" ").map((name) => [name, "num"])),
	...Object.fromEntries(
		"def definition type typeName className heading header macroName namespace function"
			.split(" ")
			.map((name) => [name, "fn"]),
	),
	...Object.fromEntries(
		"attribute attributeName property propertyName meta".split(" ").map((name) => [name, "attr"]),
	),
	comment: "com",
};

function wordOf(style: string | null, text: string): string | undefined {
	if (!style) return undefined;
	for (const part of style.split(/[ .]/)) {
		const meaning = Object.hasOwn(MEANINGS, part) ? MEANINGS[part] : undefined;
		if (meaning && (meaning === "str" || meaning === "com" || /[\p{L}\p{N}$@]/u.test(text))) return meaning;
	}
	return undefined;
}
