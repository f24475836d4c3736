import { stem } from "../../knowledge/stem.server.ts";
import { isCommon } from "../../knowledge/tokenize.server.ts";
import { plainWords } from "../../knowledge/words.server.ts";

/** Longer strings of letters are no words; their beginning suffices. */
const LONGEST_WORD = 40;
/** Distinct words of a question that are searched, and the UTF-16 units of it in which they are looked for. */
const MOST_TERMS = 24;
const LOOKED_THROUGH = 16_384;

/** The words of a text as they are compared, without the stop words. */
export const wordsOf = (text: string): string[] => plainWords(text).filter((word) => !isCommon(word));

/** @param word one of `wordsOf` */
export const stemOf = (word: string): string => stem(word.slice(0, LONGEST_WORD));

/** The stems of a text's words, in their order, without those of `isCommon`. */
export const stemsOf = (text: string): string[] => wordsOf(text).map(stemOf);

/**
 * The terms by which a question is searched: each stem once, the first ones of a long question. An imported question, which
 * the one after it may lean on, is as long as a book, and stemming all its words takes a second.
 */
export const queryTerms = (question: string): string[] =>
	[...new Set(stemsOf(question.slice(0, LOOKED_THROUGH)))].slice(0, MOST_TERMS);

/** A stem as it stands in the index: with a hash of its account, so that no other account's words are scanned. */
export const termOf = (accountId: string, shape: string): string =>
	accountId.replaceAll("-", "").slice(0, 12).padEnd(12, "0") + shape;
