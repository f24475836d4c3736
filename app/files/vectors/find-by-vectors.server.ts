import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "../../platform/db/connection.server.ts";
import { byPlace, type FoundPassage } from "../passages/find-candidates.server.ts";
import { BLOCK, blockOf, countDifferences, signsOf, similarityOf } from "./vector-block.server.ts";

/** Rows read per statement: a few milliseconds, after which other work has its turn. */
const ROWS_AT_ONCE = 200;
const VECTORS_AT_ONCE = 40;
/** Passages that the signs leave to be compared in full. */
const COMPARED = 120;

type Near = FoundPassage & { differences: number };

/**
 * The passages of some files that are closest in meaning to a question, the closest first.
 * @param model only its vectors are looked at
 */
export async function findByVectors(
	db: Db,
	fileIds: readonly string[],
	{ model, vector }: { model: string; vector: Float32Array },
	limit: number,
): Promise<FoundPassage[]> {
	const nearest = await findNearest(db, fileIds, model, signsOf(vector));
	const scored: (FoundPassage & { score: number })[] = [];
	const blocks = Map.groupBy(nearest, ({ fileId, n }) => `${fileId} ${blockOf(n)}`);
	const keys = [...blocks.keys()];
	for (let from = 0; from < keys.length; from += VECTORS_AT_ONCE) {
		const some = keys.slice(from, from + VECTORS_AT_ONCE).flatMap((key) => blocks.get(key)?.[0] ?? []);
		const rows = await db
			.selectFrom("passage_vectors")
			.select(["file_id", "block", "vectors"])
			.where("model", "=", model)
			.where(({ or, and, eb }) =>
				or(some.map(({ fileId, n }) => and([eb("file_id", "=", fileId), eb("block", "=", blockOf(n))]))),
			)
			.execute();
		for (const { file_id, block, vectors } of rows)
			for (const { fileId, n } of blocks.get(`${file_id} ${block}`) ?? [])
				scored.push({ fileId, n, score: similarityOf(vectors, (n - 1) % BLOCK, vector) });
		await turn();
	}
	return scored
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || byPlace(a, b))
		.slice(0, limit)
		.map(({ fileId, n }) => ({ fileId, n }));
}

/** A first look at all passages of the files, by the signs of their vectors alone. */
async function findNearest(
	db: Db,
	fileIds: readonly string[],
	model: string,
	question: Uint32Array,
): Promise<Near[]> {
	let nearest: Near[] = [];
	let after = { file_id: "", block: -1 };
	for (;;) {
		const rows = await db
			.selectFrom("passage_vectors")
			.select(["file_id", "block", "signs"])
			.where("file_id", "in", fileIds)
			.where("model", "=", model)
			.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("file_id", "block"), ">", tuple(after.file_id, after.block)),
			)
			.orderBy("file_id")
			.orderBy("block")
			.limit(ROWS_AT_ONCE)
			.execute();
		// Most passages are farther away than those found so far, and nothing is kept of them.
		const farthest =
			nearest.length < COMPARED ? Number.POSITIVE_INFINITY : (nearest.at(-1)?.differences ?? 0);
		for (const { file_id, block, signs } of rows)
			for (const [i, differences] of countDifferences(signs, question).entries())
				if (differences < farthest) nearest.push({ fileId: file_id, n: block * BLOCK + i + 1, differences });
		nearest = nearest.sort((a, b) => a.differences - b.differences).slice(0, COMPARED);
		const last = rows.at(-1);
		if (!last || rows.length < ROWS_AT_ONCE) return nearest;
		after = last;
		await turn();
	}
}
