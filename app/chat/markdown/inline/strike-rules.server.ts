import type { StateInline } from "markdown-it";

const TILDE = 0x7e;
/** The delimiter of two tildes differs from that of one: each is closed by the same number. */
const TWO_TILDES = 0x7e7e;

/** Parses `~one~` and `~~two~~` tildes as strikethrough; three or more are text. */
export function readStrike(state: StateInline, silent: boolean): boolean {
	if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false;
	const { length, can_open, can_close } = state.scanDelims(state.pos, true);
	state.push("text", "", 0).content = "~".repeat(length);
	if (length <= 2) {
		state.delimiters.push({
			marker: length === 1 ? TILDE : TWO_TILDES,
			length: 0,
			token: state.tokens.length - 1,
			end: -1,
			open: can_open,
			close: can_close,
		});
	}
	state.pos += length;
	return true;
}

/** Turns matched delimiters into tags. */
export function finishStrike(state: StateInline): void {
	const all = [state.delimiters, ...state.tokens_meta.map((meta) => meta?.delimiters ?? [])];
	for (const delimiters of all) {
		for (const { marker, token, end } of delimiters) {
			if ((marker !== TILDE && marker !== TWO_TILDES) || end < 0) continue;
			become(state, token, "s_open", 1);
			become(state, delimiters[end]?.token ?? token, "s_close", -1);
		}
	}
}

function become(state: StateInline, index: number, type: string, nesting: 1 | -1): void {
	const token = state.tokens[index];
	if (token) Object.assign(token, { type, tag: "s", nesting, content: "" });
}
