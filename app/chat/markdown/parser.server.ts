import MarkdownIt, { type Env, type StateBlock, type StateCore } from "markdown-it";

/** What a document defines for its links: `[label]: href "title"`, by the label in its one spelling. */
export type References = NonNullable<Env["references"]>;

/**
 * Blocks stand in each other no deeper: twelve lists, or twenty-four quotes. What is deeper is a plain
 * paragraph. (The parser's own `maxNesting` drops it, and after a list the rest of the answer with it.)
 */
const DEEPEST_BLOCK = 24;

/**
 * A longer paragraph or cell is plain text. Nobody writes one, and brackets or asterisks without end
 * would be read again with every piece of a live answer.
 */
const LONGEST_INLINE = 16_000;

/**
 * CommonMark with tables, strikethrough and bare links. Raw HTML is text. Bare links need a scheme or
 * `www.`: otherwise every `main.py` and `README.md` would lead to somebody's site.
 */
export const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: DEEPEST_BLOCK + 8 });
parser.linkify.add("//", null).add("ftp:", null);
parser.linkify.add("www.", {
	validate: (text, pos, self) => {
		const address = self.re.get_relative_proto_validator();
		address.lastIndex = pos;
		return address.exec(text)?.[0].length ?? 0;
	},
	normalize: (match) => {
		match.url = `http://${match.url}`;
	},
});

// The definitions are wanted with their places: `parseBlocks` takes them out itself.
parser.core.ruler.disable("strip_references");
parser.core.ruler.at("inline", parseInline);
parser.block.ruler.before("table", "too_deep", parseTooDeep);

/** As the parser's own, and says which block of the document is being read. */
function parseInline({ tokens, md, env }: StateCore): void {
	for (const token of tokens) {
		if (token.level === 0 && token.nesting >= 0) (env as Reading).token = token;
		if (token.type !== "inline" || !token.children) continue;
		if (token.content.length <= LONGEST_INLINE) md.inline.parse(token.content, md, env, token.children);
		else token.type = "text";
	}
}

/** The document being read: its definitions, and the top-level token whose text is read at the moment. */
export type Reading = Env & { references: References; token?: object };

function parseTooDeep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	if (state.level < DEEPEST_BLOCK || silent) return false;
	let line = startLine + 1;
	// A lazy continuation of a quote has its indent marked by -1 and belongs to it.
	const isWithin = () => (state.sCount[line] ?? 0) >= state.blkIndent || (state.sCount[line] ?? 0) < 0;
	while (line < endLine && !state.isEmpty(line) && isWithin()) line++;
	state.push("paragraph_open", "p", 1).map = [startLine, line];
	const text = state.push("inline", "", 0);
	text.content = state.getLines(startLine, line, state.blkIndent, false).trim();
	text.children = [];
	state.push("paragraph_close", "p", -1);
	state.line = line;
	return true;
}
