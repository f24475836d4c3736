import type { FoundPassage } from "../../files/passages/find-candidates.server.ts";
import { TOP } from "../../files/passages/find-passages.server.ts";
import { searchPassages } from "../../files/passages/search-passages.server.ts";
import type { Embeddings } from "../../files/vectors/embeddings.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { type BranchFile, type BranchFiles, PER_DOCUMENT } from "./branch-files.server.ts";
import { chooseWhole } from "./choose-whole.server.ts";
import type { GivenPassage } from "./document-text.server.ts";
import { partsOf, passagesOfPages, readPart } from "./give-part.server.ts";
import { type Documents, DocumentsToGive } from "./given-documents.server.ts";
import { type NamedPart, namedPages, namedPart } from "./named-part.server.ts";
import { keepFitting, PassagesThatFit, readPassages } from "./read-passages.server.ts";
import { asksForWhole, spreadOver } from "./summary-question.server.ts";

/**
 * Reads the parts of a branch's documents that the model is given: small documents whole, as far as all together take
 * at most half of the room; the passages of the others that answer the question best, or, where it asks for the whole
 * of them, the part that it names, or passages from all over.
 * @param room tokens of the context for everything that is sent
 * @param embeddings the server by which they are searched for meaning too
 * @returns undefined when there are no documents
 */
export async function readDocuments(
	db: Db,
	accountId: string,
	{ files: all, promptId, promptBefore }: BranchFiles,
	room: number,
	embeddings: Embeddings | null = null,
): Promise<Documents | undefined> {
	// A picture has no text.
	const files = all.filter(({ state, passages }) => state === "ready" && passages > 0);
	if (files.length === 0) return undefined;
	const { whole, left } = chooseWhole(files, room);
	const documents = new DocumentsToGive();
	for (const file of files)
		if (whole.has(file.id)) documents.give(file.promptId, file, await readPassages(db, file.id, null), null);
	const others = files.filter(({ id }) => !whole.has(id));
	const rest = { files: others, promptId, left };
	const question = others.length === 0 ? "" : await readQuestion(db, promptId);
	if (asksForWhole(question)) await retell(db, documents, rest, namedPart(question));
	else if (others.length > 0) {
		const before = await readQuestion(db, promptBefore);
		const search = { fileIds: others.map(({ id }) => id), question, before };
		const found = await searchPassages({ db, embeddings }, accountId, search);
		const ranked = [...found.map(({ fileId }) => fileId), ...others.map(({ id }) => id)];
		const named = await passagesOnPages(db, new Set(ranked), question);
		await giveFound(db, documents, { ...rest, found: [...found, ...named] });
	}
	return { prompts: documents.prompts, given: documents.given };
}

/** Passages of named pages that are given beside those that are found: of one document, and of all. */
const MOST_ON_PAGES = 2 * TOP;
const MOST_ON_ALL_PAGES = 500;

/**
 * The documents whose passages are given, the prompt beside which they stand, and the tokens that are left for them.
 */
type Rest = { files: readonly BranchFile[]; promptId: string; left: number };

/** Gives the named part of each document, or passages from all over it; they share what is left. */
async function retell(
	db: Db,
	documents: DocumentsToGive,
	{ files, promptId, left }: Rest,
	named: NamedPart | null,
): Promise<void> {
	let rest = left;
	for (const [i, file] of files.entries()) {
		const room = Math.floor(rest / (files.length - i));
		const given = named && (await readPart(db, file, named, room));
		const passages = given ? given.passages : await readSpread(db, file, room);
		if (passages.length === 0) continue;
		const found = given ? { part: given.part } : { spread: true as const, parts: partsOf(file, room) };
		rest -= documents.give(promptId, file, passages, found);
	}
}

/**
 * The passages on the pages that a question names: its words need not stand there.
 * @param ranked ids of the documents, the one that answers best first
 */
async function passagesOnPages(db: Db, ranked: Iterable<string>, question: string): Promise<FoundPassage[]> {
	const pages = namedPages(question);
	const found: FoundPassage[] = [];
	for (const fileId of pages ? ranked : []) {
		const numbers = await passagesOfPages(db, fileId, pages ?? [0, 0]);
		for (const n of numbers.slice(0, MOST_ON_PAGES)) found.push({ fileId, n });
		if (found.length >= MOST_ON_ALL_PAGES) break;
	}
	return found;
}

/**
 * Gives the found passages and then their neighbours, as far as they fit: the best of all documents first, whatever the
 * order of the documents. Where nothing is found, the beginning of each document.
 */
async function giveFound(
	db: Db,
	documents: DocumentsToGive,
	{ files, promptId, left, found }: Rest & { found: readonly FoundPassage[] },
): Promise<void> {
	const best = found.length > 0 ? found : files.map(({ id }) => ({ fileId: id, n: 1 })).slice(0, TOP);
	const fitting = new PassagesThatFit(db, left);
	const hits = await fitting.take(best);
	const beside = ({ fileId, n }: FoundPassage) =>
		[n - 1, n + 1].map((neighbour) => ({ fileId, n: neighbour }));
	await fitting.take(hits.flatMap(beside));
	for (const file of files) {
		const passages = fitting.of(file.id);
		const own = hits.filter(({ fileId }) => fileId === file.id);
		if (passages.length > 0) documents.give(promptId, file, passages, found.length > 0 ? own.length : 0);
	}
}

/** Passages from all over a document that is too large, as many as fit into `room`. */
async function readSpread(db: Db, file: BranchFile, room: number): Promise<GivenPassage[]> {
	const each = Math.max(1, (file.tokens - PER_DOCUMENT) / Math.max(1, file.passages));
	const numbers = spreadOver(file.passages, Math.floor((room - PER_DOCUMENT) / each));
	return keepFitting(await readPassages(db, file.id, numbers), numbers, room);
}

async function readQuestion(db: Db, promptId: string): Promise<string> {
	const prompt = await db.selectFrom("prompts").select("text").where("id", "=", promptId).executeTakeFirst();
	return prompt?.text ?? "";
}
