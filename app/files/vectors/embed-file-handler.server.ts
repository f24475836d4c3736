import { HttpError } from "../../http-client/http-error.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isForeignKeyViolation } from "../../platform/db/unique-violation.server.ts";
import { type JobHandler, type JobOutcome, minutesDoubling } from "../../platform/jobs/job-handler.server.ts";
import { hasNoJob } from "../../platform/jobs/job-status.server.ts";
import { type Embeddings, TextsRefused } from "./embeddings.server.ts";
import { BLOCK, packVectors, passagesOf } from "./vector-block.server.ts";

/** The kind of the job that makes the vectors of a file; its key is the file's id. */
export const EMBED_FILE = "embed-file";

/** Blocks of one run: then another file has its turn. */
const BLOCKS_AT_ONCE = 20;

/**
 * Makes vectors of a file's passages, a block at a time, and anew after another model was set. Vectors already made
 * stay when the server fails; a passage that it refuses gets none. Never given up: the server is the operator's, and
 * the words find the passages meanwhile.
 */
export const embedFileHandler = (db: Db, embeddings: Embeddings): JobHandler => ({
	kind: EMBED_FILE,
	concurrency: 1,
	// A call is given up after a minute.
	leaseMs: 30 * 60_000,
	maxAttempts: null,
	pauseMs: minutesDoubling,
	run: async ({ key }, { signal }): Promise<JobOutcome> => {
		const file = await db
			.selectFrom("files")
			.select(["passages"])
			.where("id", "=", key)
			.where("state", "=", "ready")
			.executeTakeFirst();
		if (!file) return { outcome: "done" };
		const missing = await findMissing(db, key, embeddings.model, Math.ceil((file.passages ?? 0) / BLOCK));
		try {
			for (const block of missing.slice(0, BLOCKS_AT_ONCE)) {
				if (signal.aborted) return { outcome: "released" };
				await embedBlock(db, embeddings, key, block);
			}
		} catch (error) {
			// Removed while its vectors were made.
			if (isForeignKeyViolation(error)) return { outcome: "done" };
			// The server's failure is logged once, and not for each file.
			if (error instanceof HttpError) return { outcome: "failed", error: `${error.name} ${error.failure}` };
			throw error;
		}
		if (missing.length > BLOCKS_AT_ONCE) return { outcome: "reschedule", at: "now" };
		return {
			outcome: "done",
			apply: async (trx) => {
				await trx
					.updateTable("files")
					.set({ vectors_of: embeddings.model })
					.where("id", "=", key)
					.where("state", "=", "ready")
					.execute();
			},
		};
	},
	findJobless: (_db, limit) => findUnembedded(db, embeddings.model, limit),
});

/** Files that were read before there was a server, or whose vectors another model has made. */
const findUnembedded = (db: Db, model: string, limit: number) =>
	db
		.selectFrom("files")
		.select(["id as key", "created_at as dueAt"])
		.where("state", "=", "ready")
		.where((eb) => eb.or([eb("vectors_of", "is", null), eb("vectors_of", "<>", model)]))
		.where(hasNoJob(EMBED_FILE, "files.id"))
		.limit(limit)
		.execute();

async function findMissing(db: Db, fileId: string, model: string, blocks: number): Promise<number[]> {
	const rows = await db
		.selectFrom("passage_vectors")
		.select("block")
		.where("file_id", "=", fileId)
		.where("model", "=", model)
		.execute();
	const made = new Set(rows.map(({ block }) => block));
	return Array.from({ length: blocks }, (_, block) => block).filter((block) => !made.has(block));
}

async function embedBlock(db: Db, embeddings: Embeddings, fileId: string, block: number): Promise<void> {
	const { first, last } = passagesOf(block);
	const passages = await db
		.selectFrom("passages")
		.select(["section", "text"])
		.where("file_id", "=", fileId)
		.where("n", ">=", first)
		.where("n", "<=", last)
		.orderBy("n")
		.execute();
	const texts = passages.map(({ section, text }) => (section === null ? text : `${section}\n${text}`));
	if (texts.length === 0) return;
	const made = await embedAll(embeddings, texts);
	const length = made.find((vector) => vector !== undefined)?.length ?? 0;
	const row = {
		model: embeddings.model,
		...packVectors(made.map((vector) => vector ?? new Float32Array(length))),
	};
	await db
		.insertInto("passage_vectors")
		.values({ file_id: fileId, block, ...row })
		.onConflict((conflict) => conflict.columns(["file_id", "block"]).doUpdateSet(row))
		.execute();
}

type Vectors = (Float32Array | undefined)[];

/** The vectors of some texts; of one that the server refuses, undefined. */
async function embedAll(embeddings: Embeddings, texts: readonly string[]): Promise<Vectors> {
	try {
		return await embeddings.embed(texts);
	} catch (error) {
		if (!(error instanceof TextsRefused)) throw error;
		// A server that takes no text at all has failed: the texts would be without vectors for good.
		await embeddings.probe();
		return embedHalves(embeddings, texts);
	}
}

/** Halves what the server has refused, down to the text that it cannot take. */
async function embedHalves(embeddings: Embeddings, refused: readonly string[]): Promise<Vectors> {
	if (refused.length === 1) return [undefined];
	const half = refused.length >> 1;
	const vectors: Vectors = [];
	for (const texts of [refused.slice(0, half), refused.slice(half)]) {
		try {
			vectors.push(...(await embeddings.embed(texts)));
		} catch (error) {
			if (!(error instanceof TextsRefused)) throw error;
			vectors.push(...(await embedHalves(embeddings, texts)));
		}
	}
	return vectors;
}
