import type { Db } from "../../platform/db/connection.server.ts";
import { PER_DOCUMENT, PER_PASSAGE } from "./branch-files.server.ts";
import type { GivenPassage } from "./document-text.server.ts";

/** @param numbers null: all */
export async function readPassages(
	db: Db,
	fileId: string,
	numbers: readonly number[] | null,
): Promise<GivenPassage[]> {
	return db
		.selectFrom("passages")
		.select(["n", "page", "section", "text", "tokens"])
		.where("file_id", "=", fileId)
		.$if(numbers !== null, (query) => query.where("n", "in", numbers ?? []))
		.orderBy("n")
		.execute();
}

/** The tokens that passages of a document take of a model's context, with the marks around them. */
export const tokensOfPassages = (passages: readonly GivenPassage[]): number =>
	passages.reduce((all, { tokens }) => all + tokens + PER_PASSAGE, PER_DOCUMENT);

/**
 * The hits first, then their neighbours, as far as they fit; in the order of the document.
 * @param room tokens for the document with its marks
 */
export function keepFitting(
	passages: readonly GivenPassage[],
	hits: readonly number[],
	room: number,
): GivenPassage[] {
	const ranks = new Map(hits.map((n, rank) => [n, rank]));
	const rank = ({ n }: GivenPassage) => ranks.get(n) ?? hits.length;
	let left = room - PER_DOCUMENT;
	const kept = passages
		.toSorted((a, b) => rank(a) - rank(b))
		.filter(({ tokens }) => {
			left -= tokens + PER_PASSAGE;
			return left >= 0;
		});
	return kept.toSorted((a, b) => a.n - b.n);
}
