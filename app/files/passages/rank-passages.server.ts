import { stemOf, wordsOf } from "./passage-terms.server.ts";
import { rootOf } from "./word-root.server.ts";

/** A stem that is searched. `weight`: 1, or less; `idf`: how much a passage with this rare or common word says. */
export type SearchedTerm = { stem: string; weight: number; idf: number };

/** The usual figures of BM25, and the words of a passage of average length. */
const K1 = 1.2;
const B = 0.75;
const AVERAGE_WORDS = 90;
/** The weight of a word in a heading against one in the text. */
export const HEADING_WEIGHT = 3;
/** A related word counts half: one of the same root. */
const RELATED = 0.5;
/** Two different words of the question that stand so close are about the same thing; three such pairs suffice. */
const CLOSE_WORDS = 4;
const PER_PAIR = 0.3;
const MOST_PAIRS = 3;
/** A table of contents has the words of every question and the answer to none. */
const TABLE_OF_CONTENTS = 0.3;
/** A run of dots is tried from its beginning only: from each of its dots it took seconds for a form with dotted lines. */
const LEADERS = /(?:…|(?<!\. ?)(?:\. ?){3,})\s*\d+/g;
const LEAST_LEADERS = 4;

/**
 * How well passages answer a question, by their words: BM25 with headings and related words, more where the words stand
 * close to each other, less for a table of contents.
 * @returns one number per passage; 0 where none of the words occurs
 */
export function scorePassages(
	passages: readonly { section: string | null; text: string }[],
	terms: readonly SearchedTerm[],
): number[] {
	const find = matcherOf(terms);
	return passages.map((passage) => scoreOf(passage, terms, find));
}

type Match = { term: number; weight: number };

function scoreOf(
	{ section, text }: { section: string | null; text: string },
	terms: readonly SearchedTerm[],
	find: (word: string) => Match[],
): number {
	const counts = new Float64Array(terms.length);
	for (const word of new Set(wordsOf(section ?? "")))
		for (const { term, weight } of find(word))
			counts[term] = Math.max(at(counts, term), HEADING_WEIGHT * weight);
	const words = wordsOf(text);
	let pairs = 0;
	let last = { term: -1, place: -1 };
	for (const [place, word] of words.entries()) {
		for (const { term, weight } of find(word)) {
			counts[term] = at(counts, term) + weight;
			if (weight < 1) continue;
			if (last.term >= 0 && last.term !== term && place - last.place <= CLOSE_WORDS) pairs++;
			last = { term, place };
		}
	}
	const length = K1 * (1 - B + (B * words.length) / AVERAGE_WORDS);
	let score = 0;
	for (const [i, { weight, idf }] of terms.entries()) {
		const count = at(counts, i);
		score += (weight * idf * count * (K1 + 1)) / (count + length);
	}
	score *= 1 + PER_PAIR * Math.min(pairs, MOST_PAIRS);
	return isTableOfContents(text) ? score * TABLE_OF_CONTENTS : score;
}

const at = (counts: Float64Array, i: number) => counts[i] ?? 0;

const isTableOfContents = (text: string) => (text.match(LEADERS)?.length ?? 0) >= LEAST_LEADERS;

type SearchedRoot = { term: number; stem: string; root: string };

/** Finds the terms that a word matches. A root is the beginning of its word, so most words are never stemmed. */
function matcherOf(terms: readonly Pick<SearchedTerm, "stem">[]): (word: string) => Match[] {
	const byLetter = new Map<string, SearchedRoot[]>();
	for (const [term, { stem }] of terms.entries()) {
		const letter = stem.slice(0, 1);
		byLetter.set(letter, [...(byLetter.get(letter) ?? []), { term, stem, root: rootOf(stem) }]);
	}
	return (word) => {
		const plain = word.replaceAll("ё", "е");
		const near = byLetter.get(plain.slice(0, 1));
		if (!near) return NONE;
		if (!near.some(({ root }) => plain.startsWith(root))) return NONE;
		const own = stemOf(plain);
		const matches: Match[] = [];
		for (const { term, stem, root } of near) {
			if (own === stem) matches.push({ term, weight: 1 });
			else if (own.startsWith(root) && rootOf(own) === root) matches.push({ term, weight: RELATED });
		}
		return matches;
	};
}

const NONE: Match[] = [];

/**
 * Which of these stems a text has, itself or a related word.
 * @returns for a word in lower case, the indices of those that it stands for
 */
export function termsOfWord(stems: readonly string[]): (word: string) => number[] {
	const find = matcherOf(stems.map((stem) => ({ stem })));
	return (word) => find(word).map(({ term }) => term);
}
