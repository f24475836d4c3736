import { toNfc } from "../platform/to-nfc.server.ts";

const WORD = /[\p{L}\p{N}]+/gu;
/**
 * What stands within a word and nobody types into a search: the stress of «за́мок», for which Russian vowels have no
 * composed form, the soft hyphen, and characters without a width.
 */
const SILENT = /[\u0300\u0301\u00ad\u200b\u200c\u2060\ufeff\u200d]/gu;

/** A word as it stands in a text, in any form of Unicode: its letters with their marks, and what is silent in it. */
export const WRITTEN_WORD = /[\p{L}\p{N}][\p{M}\p{L}\p{N}\u00ad\u200b\u200c\u2060\ufeff\u200d]*/gu;

/** The words of a text as searches compare them: in lower case, in one form of letters, without what is silent. */
export const plainWords = (text: string): string[] =>
	toNfc(text).replace(SILENT, "").toLowerCase().match(WORD) ?? [];
