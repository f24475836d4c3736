import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { findPassages, TOP } from "../../../../app/files/passages/find-passages.server.ts";
import { type Db, openDatabase } from "../../../../app/platform/db/connection.server.ts";
import { migrate } from "../../../../app/platform/db/migrate.server.ts";
import { somebody } from "../../../../tests/chat/people.ts";
import { fetchDocuments } from "../../../../tests/files/reading/real/fetch.ts";
import { REAL_DOCUMENTS } from "../../../../tests/files/reading/real/folder.ts";
import { blobsOf, readQueued, send } from "../../../../tests/files/stored.ts";
import { startPostgres } from "../../../../tests/support/database/postgres-cluster.ts";
import { type Figure, round } from "../../support/table.ts";
import { PlainSearch } from "./plain-search.ts";

const QUESTIONS = join(import.meta.dirname, "questions.json");

/** A question, the document that answers it, and the pages on which the answer stands. */
type RetrievalCase = [document: string, pages: number[], text: string];
type RetrievalCases = {
	documents: Record<string, string>;
	/** The measured set: its questions were written from pages drawn by lot, before anything was searched. */
	measured: RetrievalCase[];
	/** The set that the figures of the ranking were chosen by, over another document. */
	tuned: RetrievalCase[];
};

type Place = { document: string; n: number; page: number };
type Search = (question: string, documents: readonly string[]) => Promise<Place[]>;

/**
 * Recall at 8: of how many questions one of the eight best passages stands on the right page, where all documents of
 * the set are attached at once; beside FTS5 alone, as SQLite has it, over the same passages.
 */
export async function measureRetrieval(): Promise<Figure[]> {
	const { documents, measured, tuned } = JSON.parse(readFileSync(QUESTIONS, "utf8")) as RetrievalCases;
	if (Object.values(documents).some((path) => !existsSync(join(REAL_DOCUMENTS, path)))) fetchDocuments();
	const folder = mkdtempSync(join(tmpdir(), "retrieval-"));
	const postgres = await startPostgres();
	try {
		const inSqlite = await openIndex(`sqlite:${join(folder, "index.db")}`, documents);
		const inPostgres = await openIndex(postgres.urlOf("postgres"), documents);
		const plain = new PlainSearch(inSqlite.passages);
		const searches: [string, Search][] = [
			["", inSqlite.search],
			[", on PostgreSQL", inPostgres.search],
		];
		const figures: Figure[] = [];
		for (const [name, questions, bar] of [
			["recall at 8, 40 questions over three documents", measured, "≥ 0.9"],
			["… 18 questions that the ranking was chosen by", tuned, "–"],
		] as const) {
			const attached = [...new Set(questions.map(([document]) => document))];
			if (questions === tuned) attached.push(...new Set(measured.map(([document]) => document)));
			const limit = describe(await recall(questions, attached, async (text, of) => plain.search(text, of)));
			for (const [where, search] of searches)
				figures.push({
					what: name + where,
					measured: describe(await recall(questions, attached, search)),
					bar,
					limit: `${limit} (FTS5 alone)`,
				});
		}
		await inSqlite.db.destroy();
		await inPostgres.db.destroy();
		return figures;
	} finally {
		await postgres.stop();
		rmSync(folder, { recursive: true });
	}
}

/** The documents read into passages by the product's own readers. */
async function openIndex(url: string, documents: Record<string, string>) {
	const db = await openDatabase(url);
	await migrate(db);
	const parts = { db, blobs: blobsOf(db) };
	const account = await somebody(db);
	const files = new Map<string, string>();
	for (const [document, path] of Object.entries(documents)) {
		const bytes = readFileSync(join(REAL_DOCUMENTS, path));
		const plain = path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
		files.set(document, await send(parts, account, basename(path, ".gz"), plain));
	}
	await readQueued(parts);
	const passages = await readPassages(db, files);
	const search: Search = async (question, attached) => {
		const ids = attached.map((document) => files.get(document) ?? "");
		const found = await findPassages(db, account, ids, question);
		return found.flatMap(
			({ fileId, n }) => passages.find((one) => files.get(one.document) === fileId && one.n === n) ?? [],
		);
	};
	return { db, passages, search };
}

async function readPassages(db: Db, files: ReadonlyMap<string, string>) {
	const rows = await db.selectFrom("passages").select(["file_id", "n", "page", "text"]).execute();
	const names = new Map([...files].map(([document, id]) => [id, document]));
	return rows.map(({ file_id, ...row }) => ({ document: names.get(file_id) ?? "", ...row }));
}

/** @returns the share of the questions, and the mean of 1/place of the right page */
async function recall(questions: readonly RetrievalCase[], attached: readonly string[], search: Search) {
	let found = 0;
	let reciprocal = 0;
	for (const [document, pages, text] of questions) {
		const places = (await search(text, attached)).slice(0, TOP);
		const place = places.findIndex((one) => one.document === document && pages.includes(one.page));
		if (place >= 0) found++;
		if (place >= 0) reciprocal += 1 / (place + 1);
	}
	return { recall: found / questions.length, mrr: reciprocal / questions.length };
}

const describe = ({ recall, mrr }: { recall: number; mrr: number }) =>
	`${round(recall, 3)} (MRR ${round(mrr, 2)})`;
