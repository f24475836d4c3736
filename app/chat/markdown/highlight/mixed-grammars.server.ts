import { type StreamParser, StringStream } from "@codemirror/streamparser";

type Parser = StreamParser<unknown>;

type HtmlState = { html: unknown; tag: string; inner: "script" | "style" | undefined; state: unknown };

/** HTML with embedded scripts and styles. */
export function htmlGrammar(html: Parser, script: Parser, style: Parser): StreamParser<HtmlState> {
	const inside = { script, style };
	return {
		startState: (unit) => ({ html: html.startState?.(unit), tag: "", inner: undefined, state: undefined }),
		copyState: (state) => ({
			...state,
			html: copyOf(html, state.html),
			state: state.inner && copyOf(inside[state.inner], state.state),
		}),
		token(stream, state) {
			if (state.inner) {
				const end = stream.string.slice(stream.pos).search(/<\/(?:script|style)/i);
				if (end !== 0) return within(stream, inside[state.inner], state.state, end);
				state.inner = undefined;
			}
			const found = html.token(stream, state.html);
			const text = stream.current().toLowerCase();
			// No element begins after `</`.
			if (text.startsWith("</") || text === "/") state.tag = "/";
			else if (/^[\w-]+$/.test(text) && found?.startsWith("tag")) state.tag ||= text;
			else if (text.endsWith(">")) {
				if ((state.tag === "script" || state.tag === "style") && text === ">") {
					state.inner = state.tag;
					state.state = inside[state.tag].startState?.(4);
				}
				state.tag = "";
			}
			return found;
		},
	};
}

/** One token of an embedded language, which ends before `end` characters. */
function within(stream: StringStream, parser: Parser, state: unknown, end: number): string | null {
	const inner = new StringStream(end < 0 ? stream.string : stream.string.slice(0, stream.pos + end), 4, 4);
	inner.pos = inner.start = stream.pos;
	const style = parser.token(inner, state);
	stream.pos = inner.pos;
	return style;
}

type Mode = "script" | "tag" | "text";
type JsxState = {
	script: unknown;
	mode: Mode;
	/** The open elements; the open braces of each script, and the context of each script. */
	depth: number;
	braces: number[];
	outer: Mode[];
	/** The last character that is no space. */
	before: string;
	closing: boolean;
};

/** JavaScript or TypeScript with JSX. */
export function jsxGrammar(script: Parser): StreamParser<JsxState> {
	return {
		startState: (unit) => ({
			...{ script: script.startState?.(unit), mode: "script", depth: 0, braces: [0], outer: [] },
			...{ before: "", closing: false },
		}),
		copyState: (state) => ({
			...state,
			script: copyOf(script, state.script),
			braces: [...state.braces],
			outer: [...state.outer],
		}),
		token(stream, state) {
			const start = stream.pos;
			const style =
				state.mode === "tag"
					? tagWord(stream, state)
					: state.mode === "text"
						? textWord(stream, state)
						: scriptWord(stream, state, script);
			const word = stream.string.slice(start, stream.pos).trimEnd();
			if (word !== "") state.before = word.endsWith("return") ? "(" : word.slice(-1);
			return style;
		},
	};
}

function scriptWord(stream: StringStream, state: JsxState, script: Parser): string | null {
	if (stream.match(/^<\/?(?=[\p{L}>])/u, false) && /^[(,=?:&|>{}[;]?$/.test(state.before))
		return openTag(stream, state);
	const style = script.token(stream, state.script);
	const word = stream.current();
	const open = state.braces.length - 1;
	if (word === "{") state.braces[open] = (state.braces[open] ?? 0) + 1;
	else if (word === "}" && state.outer.length > 0) {
		state.braces[open] = (state.braces[open] ?? 0) - 1;
		if ((state.braces[open] ?? 0) === 0) {
			state.braces.pop();
			state.mode = state.outer.pop() ?? "script";
		}
	}
	return style;
}

function openTag(stream: StringStream, state: JsxState): string {
	stream.match(/^<\/?[\p{L}\d.:_-]*/u);
	state.closing = stream.current().startsWith("</");
	state.mode = "tag";
	return "tag";
}

function tagWord(stream: StringStream, state: JsxState): string | null {
	if (stream.eatSpace()) return null;
	if (stream.match(/^\/?>/)) {
		if (state.closing) state.depth--;
		else if (stream.current() === ">") state.depth++;
		state.mode = state.depth > 0 ? "text" : "script";
		return "tag";
	}
	if (stream.match(/^"[^"]*"?|^'[^']*'?/)) return "string";
	if (stream.peek() === "{") return openScript(stream, state);
	if (stream.match(/^[\p{L}\d:_-]+/u)) return "attribute";
	stream.next();
	return null;
}

function textWord(stream: StringStream, state: JsxState): string | null {
	if (stream.peek() === "{") return openScript(stream, state);
	if (stream.peek() === "<") return openTag(stream, state);
	stream.match(/^[^<{]+/);
	return null;
}

function openScript(stream: StringStream, state: JsxState): null {
	stream.next();
	state.outer.push(state.mode);
	state.braces.push(1);
	state.mode = "script";
	return null;
}

/** Copies a state as the library does when its grammar has no `copyState`. */
export function copyOf(parser: Parser, state: unknown): unknown {
	if (parser.copyState) return parser.copyState(state);
	const copy: Record<string, unknown> = { ...(state as Record<string, unknown>) };
	for (const [name, value] of Object.entries(copy)) if (Array.isArray(value)) copy[name] = value.slice();
	return copy;
}
