import { plainWords, WRITTEN_WORD } from "../../knowledge/words.server.ts";
import { toNfc } from "../../platform/to-nfc.server.ts";
import { cutAtWord, plainLine } from "../passages/plain-line.server.ts";

/** A piece of a quote; `hit`: a word that was searched. */
export type QuotePiece = { text: string; hit: boolean };

/** UTF-16 units of a quote, and of what stands before its first hit. */
const LENGTH = 240;
const BEFORE = 80;

/**
 * A part of a text around the first searched word, with the searched words marked.
 * @param isSearched of a word in lower case
 */
export function quoteAround(text: string, isSearched: (word: string) => boolean): QuotePiece[] {
	const line = plainLine(toNfc(text));
	const isHit = (written: string) => plainWords(written).some(isSearched);
	const first = line.matchAll(WRITTEN_WORD).find(([word]) => isHit(word))?.index ?? 0;
	const from = first <= BEFORE ? 0 : line.indexOf(" ", first - BEFORE) + 1;
	return mark(`${from > 0 ? "…" : ""}${cutAtWord(line.slice(from), LENGTH)}`, isHit);
}

function mark(text: string, isHit: (word: string) => boolean): QuotePiece[] {
	const pieces: QuotePiece[] = [];
	let at = 0;
	for (const { 0: word, index } of text.matchAll(WRITTEN_WORD)) {
		if (!isHit(word)) continue;
		if (index > at) pieces.push({ text: text.slice(at, index), hit: false });
		pieces.push({ text: word, hit: true });
		at = index + word.length;
	}
	if (at < text.length) pieces.push({ text: text.slice(at), hit: false });
	return pieces;
}
