import { queryTerms } from "./passage-terms.server.ts";

/** A stem to search by, and what it counts. */
export type QueryTerm = { stem: string; weight: number };

/** A question of fewer words leans on the one before. */
const ENOUGH = 3;
const OF_BEFORE = 0.5;
/** They stand in many questions and in few answers. */
const WEAK = new Set(
	queryTerms(
		"сделать делать стоит должен должна должно должны будет будут был была было были происходит случится означает значит",
	),
);
const WEAK_WEIGHT = 0.5;

/**
 * The words that a question is searched by.
 * @param before the question before it in the conversation
 */
export function queryOf(question: string, before = ""): QueryTerm[] {
	const own = queryTerms(question);
	const weighted = own.map((stem) => ({ stem, weight: WEAK.has(stem) ? WEAK_WEIGHT : 1 }));
	const strong = weighted.filter(({ weight }) => weight === 1);
	if (strong.length >= ENOUGH) return weighted;
	const earlier = queryTerms(before).filter((stem) => !own.includes(stem) && !WEAK.has(stem));
	return [...weighted, ...earlier.map((stem) => ({ stem, weight: OF_BEFORE }))];
}
