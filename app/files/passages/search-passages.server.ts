import type { Db } from "../../platform/db/connection.server.ts";
import type { Embeddings } from "../vectors/embeddings.server.ts";
import { findByVectors } from "../vectors/find-by-vectors.server.ts";
import type { FoundPassage } from "./find-candidates.server.ts";
import { findPassages, TOP } from "./find-passages.server.ts";

/** The best of each search that are merged. */
const MERGED = 50;
/** Reciprocal rank fusion: Cormack, Clarke and Büttcher, 2009. */
const K = 60;

export type PassageSearch = {
	/** Ids of files of this account. */
	fileIds: readonly string[];
	question: string;
	/** The question before it; "" for none. */
	before: string;
};

/**
 * The passages that answer a question best: by its words, and where there is a server of embeddings also by meaning.
 * A server that does not answer leaves the words alone.
 */
export async function searchPassages(
	{ db, embeddings }: { db: Db; embeddings: Embeddings | null },
	accountId: string,
	{ fileIds, question, before }: PassageSearch,
	limit = TOP,
): Promise<FoundPassage[]> {
	if (!embeddings) return findPassages(db, accountId, fileIds, question, limit, before);
	const [byWords, byVectors] = await Promise.all([
		findPassages(db, accountId, fileIds, question, MERGED, before),
		findNear(db, embeddings, fileIds, question),
	]);
	return byVectors.length === 0 ? byWords.slice(0, limit) : mergeByRank([byWords, byVectors]).slice(0, limit);
}

async function findNear(db: Db, embeddings: Embeddings, fileIds: readonly string[], question: string) {
	const vector = fileIds.length > 0 ? await embeddings.embedQuestion(question) : undefined;
	if (!vector) return [];
	return findByVectors(db, fileIds, { model: embeddings.model, vector }, MERGED);
}

/** One order of several: what stands high in more than one comes first. */
export function mergeByRank(orders: readonly (readonly FoundPassage[])[]): FoundPassage[] {
	const scores = new Map<string, { passage: FoundPassage; score: number }>();
	for (const order of orders)
		for (const [i, passage] of order.entries()) {
			const key = `${passage.fileId} ${passage.n}`;
			const before = scores.get(key)?.score ?? 0;
			scores.set(key, { passage, score: before + 1 / (K + i + 1) });
		}
	return [...scores.values()].sort((a, b) => b.score - a.score).map(({ passage }) => passage);
}
