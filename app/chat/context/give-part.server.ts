import type { Db } from "../../platform/db/connection.server.ts";
import { type BranchFile, PER_DOCUMENT } from "./branch-files.server.ts";
import type { GivenPart, GivenPassage } from "./document-text.server.ts";
import type { NamedPart } from "./named-part.server.ts";
import { keepFitting, readPassages } from "./read-passages.server.ts";

/** The passages of a part are of different lengths. */
const MARGIN = 1.15;
/** More parts would be asked for one by one by nobody. */
const MOST_PARTS = 999;

/** In how many parts a document can be retold when `room` tokens are left for each. */
export const partsOf = ({ tokens }: BranchFile, room: number): number =>
	Math.min(MOST_PARTS, Math.max(1, Math.ceil((tokens * MARGIN) / Math.max(1, room - PER_DOCUMENT))));

/**
 * All passages of a part of a document, as far as they fit, from its beginning.
 * @returns undefined when the document has no such part: no pages of its own, or fewer
 */
export async function readPart(
	db: Db,
	file: BranchFile,
	part: NamedPart,
	room: number,
): Promise<{ passages: GivenPassage[]; part: GivenPart } | undefined> {
	const [numbers, given] =
		"pages" in part
			? [await passagesOfPages(db, file.id, part.pages), { pages: part.pages }]
			: passagesOfPart(file, part.n, part.of ?? partsOf(file, room));
	if (numbers.length === 0) return undefined;
	const all = await readPassages(db, file.id, numbers);
	const passages = keepFitting(all, [], room);
	if (passages.length === 0) return undefined;
	return { passages, part: passages.length < all.length ? { ...given, cut: true } : given };
}

/** The numbers of the passages on some pages, in their order; none where the document does not say its pages. */
export async function passagesOfPages(
	db: Db,
	fileId: string,
	[from, to]: [number, number],
): Promise<number[]> {
	const rows = await db
		.selectFrom("passages")
		.select("n")
		.where("file_id", "=", fileId)
		.where("page", ">=", Math.max(1, from))
		.where("page", "<=", to)
		.orderBy("n")
		.limit(MOST_PASSAGES)
		.execute();
	return rows.map(({ n }) => n);
}

/** More do not fit into any model. */
const MOST_PASSAGES = 5_000;

function passagesOfPart({ passages }: BranchFile, n: number, of: number): [number[], GivenPart] {
	if (n > of) return [[], { n, of }];
	const each = passages / of;
	const [first, last] = [Math.floor((n - 1) * each) + 1, Math.floor(n * each)];
	const count = Math.min(MOST_PASSAGES, Math.max(0, last - first + 1));
	return [Array.from({ length: count }, (_, i) => first + i), { n, of }];
}
