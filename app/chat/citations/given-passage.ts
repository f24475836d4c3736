import type { GivenDocument } from "../context/given-documents.server.ts";

/** How many passages of a document the model was given. */
const countOf = ({ passages, of }: GivenDocument) => passages?.length ?? of;

/** The documents given with the question, without those that calls have found. */
export const givenWithQuestion = (given: readonly GivenDocument[]): GivenDocument[] =>
	given.filter(({ foundBy }) => foundBy === undefined);

/**
 * The highest number of a passage that was given with the question: all from 1 on are given, and all of the answer may
 * cite them. 0: none.
 */
export const lastGiven = (given: readonly GivenDocument[]): number => lastNumber(givenWithQuestion(given));

/** The highest number of a passage, whether it was given or found; 0: there is none. */
export const lastNumber = (given: readonly GivenDocument[]): number =>
	given.reduce((last, document) => Math.max(last, document.first + countOf(document) - 1), 0);

/** The document that a number stands for, and which of its passages; undefined where the number was not given. */
export function findGiven(
	given: readonly GivenDocument[],
	n: number,
): { document: GivenDocument; passage: number } | undefined {
	if (!Number.isInteger(n)) return undefined;
	for (const document of given) {
		const place = n - document.first;
		if (place < 0 || place >= countOf(document)) continue;
		return { document, passage: document.passages?.[place] ?? place + 1 };
	}
	return undefined;
}

/** The number that a passage of a file was given under. */
export function numberOf(given: readonly GivenDocument[], file: string, passage: number): number | undefined {
	for (const document of given) {
		if (document.file !== file) continue;
		const place = document.passages ? document.passages.indexOf(passage) : passage - 1;
		if (place >= 0 && place < countOf(document)) return document.first + place;
	}
	return undefined;
}
