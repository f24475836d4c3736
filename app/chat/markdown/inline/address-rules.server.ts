import type { StateCore, StateInline, Token } from "markdown-it";

/** Characters of a host: `-` and `_` are allowed only within a label. */
const LETTER = "[\\p{L}\\p{N}\\p{M}\\p{So}]";
const LABEL = `${LETTER}(?:[\\p{L}\\p{N}\\p{M}\\p{So}_-]{0,61}${LETTER})?`;
const HOST = new RegExp(
	`(?:${LABEL}(?:\\.${LABEL}){0,10}|\\[[\\da-f:.]{2,45}\\])(?::\\d{1,5}(?!\\d))?`,
	"iuy",
);
/** The path goes on to a space, as in GFM; here also quotes, `>`, and non-ASCII punctuation end it. */
const PATH = /(?:[!#-;=?@A-Z[-_a-z{-~]|[^\0-\x7f\p{P}\p{Z}\p{C}])+/uy;
/** The maximum length of an address. */
const LONGEST = 2_000;

const SCHEME = /(?<![a-z\d+.-])https?$/i;
/** `www.` may follow a space or punctuation, but not stand within another address. */
const WWW = /(?<![\p{L}\p{N}/.@#&=?%+\\$-])www\.(?=[^.\s])/iuy;
const TERMINATOR = /[\n!#$%&*+\-:<=>@[\\\]^_`{}~]/g;

/**
 * The end of the address whose host begins at `at`; undefined when it has no valid host, or names a user. The end is
 * GFM's: punctuation, unbalanced brackets, and what looks like an entity do not belong to it.
 */
function endOfAddress(src: string, at: number, max: number): number | undefined {
	HOST.lastIndex = at;
	const host = HOST.exec(src)?.[0];
	if (!host || at + host.length > max || /_[^.]*\.[^.]*$|_[^.]*$/.test(host)) return undefined;
	const from = at + host.length;
	if (/^(?::[^\s/?#@]{0,100})?@/.test(src.slice(from, from + 102))) return undefined;
	if (!/[/?#]/.test(src[from] ?? "")) return from;
	PATH.lastIndex = from;
	const path = PATH.exec(src.slice(0, Math.min(max, from + LONGEST)))?.[0] ?? "";
	return from + withoutEnd(upToBracket(path)).length;
}

/** Cuts the path at a bracket or brace that it does not open, and at a footnote reference. */
function upToBracket(path: string): string {
	let [square, curly] = [0, 0];
	for (let at = 0; at < path.length; at++) {
		const sign = path[at];
		if (sign === "[" && path[at + 1] === "^") return path.slice(0, at);
		if (sign === "[") square++;
		else if (sign === "{") curly++;
		else if ((sign === "]" && --square < 0) || (sign === "}" && --curly < 0)) return path.slice(0, at);
	}
	return path;
}

function withoutEnd(path: string): string {
	let end = path.length;
	let surplus = path.split(")").length - path.split("(").length;
	for (;;) {
		const sign = path[end - 1] ?? "";
		if (sign === ";")
			end -= /&[a-z\d]{1,40};$/i.exec(path.slice(Math.max(0, end - 42), end))?.[0].length ?? 1;
		else if (sign === ")" && surplus > 0) {
			surplus--;
			end--;
		} else if (/[?!.,:*_~'"]/.test(sign)) end--;
		else return path.slice(0, end);
	}
}

function pushLink(state: StateInline, href: string, label: string): void {
	const open = state.push("link_open", "a", 1);
	open.attrs = [["href", href]];
	state.push("text", "", 0).content = state.md.normalizeLinkText(label);
	state.push("link_close", "a", -1);
}

/** Parses bare `http://…` and `https://…`. Called at the colon: the scheme has been read as text. */
export function readAddress(state: StateInline, silent: boolean): boolean {
	const { src, pos } = state;
	if (silent || state.linkLevel > 0 || !src.startsWith("://", pos)) return false;
	const scheme = SCHEME.exec(src.slice(Math.max(0, pos - 8), pos))?.[0];
	if (!scheme || !state.pending.endsWith(scheme)) return false;
	const end = endOfAddress(src, pos + 3, state.posMax);
	if (end === undefined) return false;
	const label = src.slice(pos - scheme.length, end);
	const href = state.md.normalizeLink(label);
	if (!state.md.validateLink(href)) return false;
	state.pending = state.pending.slice(0, -scheme.length);
	pushLink(state, href, label);
	state.pos = end;
	return true;
}

/** Parses text up to the next special character, or to `www.`, which begins an address. */
export function readText(state: StateInline, silent: boolean): boolean {
	const { src, pos, posMax } = state;
	TERMINATOR.lastIndex = pos;
	let end = Math.min(TERMINATOR.exec(src)?.index ?? posMax, posMax);
	if (end === pos) return false;
	const www = silent || state.linkLevel > 0 ? -1 : findWww(src, pos, end);
	if (www === pos) {
		const addressEnd = endOfAddress(src, pos, posMax);
		const label = src.slice(pos, addressEnd);
		const href = state.md.normalizeLink(`http://${label}`);
		if (addressEnd !== undefined && state.md.validateLink(href)) {
			pushLink(state, href, label);
			state.pos = addressEnd;
			return true;
		}
		end = pos + 1;
	} else if (www > pos) end = www;
	if (!silent) state.pending += src.slice(pos, end);
	state.pos = end;
	return true;
}

function findWww(src: string, from: number, to: number): number {
	for (let at = from; at < to; at++) {
		const sign = src[at];
		if (sign !== "w" && sign !== "W") continue;
		WWW.lastIndex = at;
		if (WWW.test(src)) return at;
	}
	return -1;
}

const NAME = /(?:(?<![\p{L}\p{N}])mailto:)?[a-z\d.+_-]{1,64}$/iu;
/** Before an e-mail address: a word goes on, an address names its user, or it is XMPP. */
const NO_MAIL = /(?:[\p{L}\p{N}]|:\/\/\S{0,90}|xmpp:)$/iu;
const MAIL_HOST = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]{0,254}/uy;

/** The range of a bare e-mail address whose `@` is at the position. */
function mailAt(text: string, at: number): [number, number] | undefined {
	const name = NAME.exec(text.slice(Math.max(0, at - 71), at))?.[0];
	MAIL_HOST.lastIndex = at + 1;
	const host = MAIL_HOST.exec(text)?.[0].replace(/\.+$/, "");
	if (!name || !host?.includes(".") || host.includes("..") || !/\p{L}$/u.test(host)) return undefined;
	const [begin, end] = [at - name.length, at + 1 + host.length];
	if (text[end] === "@" || name[0] === "." || NO_MAIL.test(text.slice(Math.max(0, begin - 100), begin)))
		return undefined;
	return [begin, end];
}

/** Turns bare e-mail addresses outside of links into links. */
export function linkMail(state: StateCore): void {
	for (const block of state.tokens) {
		if (!block.content.includes("@") || !block.children) continue;
		let inLink = 0;
		block.children = block.children.flatMap((token) => {
			if (token.type === "link_open" || token.type === "link_close") inLink += token.nesting;
			return token.type === "text" && inLink === 0 ? withMail(token, state) : [token];
		});
	}
}

function withMail(token: Token, { md, Token }: StateCore): Token[] {
	const { content } = token;
	const tokens: Token[] = [];
	let done = 0;
	const text = (label: string) => {
		const part = new Token("text", "", 0);
		part.content = label;
		tokens.push(part);
	};
	for (let at = content.indexOf("@"); at >= 0; at = content.indexOf("@", at + 1)) {
		const [begin, end] = mailAt(content, at) ?? [0, 0];
		const label = content.slice(begin, end);
		const href = md.normalizeLink(label.replace(/^(?:mailto:)?/i, "mailto:"));
		if (end === 0 || begin < done || !md.validateLink(href)) continue;
		text(content.slice(done, begin));
		const open = new Token("link_open", "a", 1);
		open.attrs = [["href", href]];
		tokens.push(open);
		text(label);
		tokens.push(new Token("link_close", "a", -1));
		done = end;
	}
	if (done === 0) return [token];
	text(content.slice(done));
	return tokens;
}
