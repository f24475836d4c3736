import type { StreamParser, StringStream } from "@codemirror/streamparser";

export type WordGrammar = {
	/** Keywords, separated by spaces. */
	keywords: string;
	/** Keywords are case-insensitive. */
	caseless?: boolean;
	lineComment?: RegExp;
	blockComment?: [begin: string, end: string];
	/** String delimiters; a backslash escapes. */
	quotes: string;
	/** The delimiter of multi-line strings: `"""`. */
	longQuote?: string;
	/** Further tokens, tried first: a pattern from the current position, and its style. */
	extra?: [pattern: RegExp, style: string][];
};

type State = { within: "comment" | "string" | undefined };

/** A grammar for a language of words, numbers, strings and comments. */
export function wordGrammar(grammar: WordGrammar): StreamParser<State> {
	const { keywords, caseless = false, lineComment, blockComment, quotes, longQuote, extra = [] } = grammar;
	const keywordSet = new Set(keywords.split(" "));

	const until = (stream: StringStream, state: State, end: string, style: string) => {
		const found = stream.string.indexOf(end, stream.pos);
		state.within = found < 0 ? (style as State["within"]) : undefined;
		stream.pos = found < 0 ? stream.string.length : found + end.length;
		return style;
	};

	return {
		startState: () => ({ within: undefined }),
		token(stream, state) {
			if (state.within === "comment") return until(stream, state, blockComment?.[1] ?? "\n", "comment");
			if (state.within === "string") return until(stream, state, longQuote ?? "\n", "string");
			if (stream.eatSpace()) return null;
			if (lineComment && stream.match(lineComment, false)) {
				stream.skipToEnd();
				return "comment";
			}
			if (blockComment && stream.match(blockComment[0])) {
				return until(stream, state, blockComment[1], "comment");
			}
			if (longQuote && stream.match(longQuote)) return until(stream, state, longQuote, "string");
			for (const [pattern, style] of extra) if (stream.match(pattern)) return style;
			const sign = stream.next() ?? "";
			if (quotes.includes(sign)) return string(stream, sign);
			if (/\d/.test(sign)) {
				stream.match(/^[\w.]*/);
				return "number";
			}
			if (!/[\p{L}_]/u.test(sign)) return null;
			stream.match(/^[\p{L}\p{N}_]*/u);
			const word = stream.current();
			if (keywordSet.has(caseless ? word.toLowerCase() : word)) return "keyword";
			return stream.match(/^\s*\(/, false) ? "def" : null;
		},
	};
}

function string(stream: StringStream, quote: string): string {
	for (let sign = stream.next(); sign !== undefined && sign !== quote; sign = stream.next()) {
		if (sign === "\\") stream.next();
	}
	return "string";
}
