import type { FoundPassage } from "../../files/passages/find-candidates.server.ts";
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

/** Passages of several documents, which share the room in the order in which they are taken. */
export class PassagesThatFit {
	readonly #db: Db;
	readonly #taken = new Map<string, Map<number, GivenPassage>>();
	#left: number;

	/** @param room tokens for the passages and their documents, with the marks around them */
	constructor(db: Db, room: number) {
		this.#db = db;
		this.#left = room;
	}

	/**
	 * Takes passages in their order, but those that are not there, that do not fit or that were taken before.
	 * @returns those that it has taken
	 */
	async take(wanted: readonly FoundPassage[]): Promise<FoundPassage[]> {
		const read = new Map<string, GivenPassage>();
		for (const [fileId, own] of Map.groupBy(wanted, (one) => one.fileId)) {
			const numbers = own.map(({ n }) => n);
			for (const passage of await readPassages(this.#db, fileId, numbers))
				read.set(`${fileId} ${passage.n}`, passage);
		}
		return wanted.filter(({ fileId, n }) => {
			const passage = read.get(`${fileId} ${n}`);
			return passage !== undefined && this.#add(fileId, passage);
		});
	}

	/** Those of a document, in its order. */
	of(fileId: string): GivenPassage[] {
		return [...(this.#taken.get(fileId)?.values() ?? [])].sort((a, b) => a.n - b.n);
	}

	#add(fileId: string, passage: GivenPassage): boolean {
		const own = this.#taken.get(fileId) ?? new Map<number, GivenPassage>();
		const tokens = passage.tokens + PER_PASSAGE + (own.size === 0 ? PER_DOCUMENT : 0);
		if (own.has(passage.n) || tokens > this.#left) return false;
		this.#left -= tokens;
		this.#taken.set(fileId, own.set(passage.n, passage));
		return true;
	}
}
