import type { StateInline } from "markdown-it";
import type { Reading } from "./reading.ts";

/** The start of a footnote definition, as in cmark-gfm, with the same maximum length of a label. */
export const NOTE = /^\[\^([^\]\s]{1,100})\]:/;
/** A beginning that may still become one. */
export const MAY_BE_NOTE = /^\[(?:\^[^\]\s]{0,100}(?:\]:?)?)?$/;

const REFERENCE = /\[\^([^\]\s]{1,100})\]/y;

/** The normalised label with its `^`, so that it differs from link labels. */
export const noteKey = (label: string) => `^${label}`.toLowerCase().toUpperCase();

/** Parses `[^label]` when there is such a footnote. */
export function readNote(state: StateInline, silent: boolean): boolean {
	const { notes } = state.env as Reading;
	if (!notes || state.linkLevel > 0 || !state.src.startsWith("[^", state.pos)) return false;
	REFERENCE.lastIndex = state.pos;
	const [markup, label] = REFERENCE.exec(state.src.slice(0, state.posMax)) ?? [];
	if (!markup || !label || !notes.has(noteKey(label))) return false;
	if (!silent) Object.assign(state.push("note", "", 0), { markup, meta: { key: noteKey(label) } });
	state.pos += markup.length;
	return true;
}
