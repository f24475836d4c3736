import { TOP, withNeighbours } from "../../files/passages/find-passages.server.ts";
import { searchPassages } from "../../files/passages/search-passages.server.ts";
import type { Embeddings } from "../../files/vectors/embeddings.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { type BranchFile, type BranchFiles, PER_DOCUMENT, PER_PASSAGE } from "./branch-files.server.ts";
import { chooseWhole } from "./choose-whole.server.ts";
import { describeDocument, type Found, type GivenPassage } from "./document-text.server.ts";
import { asksForWhole, spreadOver } from "./summary-question.server.ts";

/** The text of documents that goes with a prompt, and what it takes of the context. */
export type PromptDocuments = { promptId: string; text: string; tokens: number };

/**
 * What a model was given of one document: all its passages, numbered from `first`, or the found ones, numbered from
 * `first` in the order of `passages`. Stored with the answer, so that a number in it leads to its passage.
 */
export type GivenDocument = {
	file: string;
	name: string;
	first: number;
	/** The passages of the document. */
	of: number;
	/** Null: the whole document. */
	passages: number[] | null;
	/** How many of `passages` answer the question; the others stand beside them. */
	found: number;
	/** The passages are from all over the document: the question asks for the whole of it. */
	spread?: true;
	/** The person wants it whole, and it does not fit. */
	tooLarge?: true;
	/** Those that the answer cites, once it has ended. */
	cited?: CitedPassage[];
	/** As the screens get it: the file is there no more. Not stored. */
	gone?: boolean;
};

/** A cited passage by its number: where it stands, and its words. */
export type CitedPassage = { n: number; page: number; section: string | null; quote: string };

export type Documents = { prompts: PromptDocuments[]; given: GivenDocument[] };

/**
 * What the model is given of the documents of a branch: small ones whole, as far as all together take at most half of
 * the room; of the others the passages that answer the question best.
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
	let { whole, left } = chooseWhole(files, room);
	const given: GivenDocument[] = [];
	const prompts = new Map<string, PromptDocuments>();
	let next = 1;
	const give = (to: string, file: BranchFile, passages: GivenPassage[], tokens: number, found: Found) => {
		const numbers = passages.map(({ n }) => n);
		given.push({
			file: file.id,
			name: file.name,
			first: next,
			of: file.passages,
			passages: found === null ? null : numbers,
			found: found === null ? numbers.length : found === "spread" ? 0 : found,
			...(found === "spread" && { spread: true }),
			...(found !== null && file.extent === "whole" && { tooLarge: true }),
		});
		const text = describeDocument(file, passages, next, found);
		next += passages.length;
		const before = prompts.get(to);
		prompts.set(to, {
			promptId: to,
			text: before ? `${before.text}\n\n${text}` : text,
			tokens: (before?.tokens ?? 0) + tokens,
		});
	};
	for (const file of files) {
		if (!whole.has(file.id)) continue;
		give(file.promptId, file, await readPassages(db, file.id, null), file.tokens, null);
	}
	const searched = files.filter(({ id }) => !whole.has(id));
	if (searched.length > 0) {
		const question = await readQuestion(db, promptId);
		if (asksForWhole(question)) {
			for (const [i, file] of searched.entries()) {
				const own = Math.floor(left / (searched.length - i));
				const fitting = await readSpread(db, file, own);
				if (fitting.length === 0) continue;
				const tokens = tokensOfPassages(fitting);
				left -= tokens;
				give(promptId, file, fitting, tokens, "spread");
			}
			return { prompts: [...prompts.values()], given };
		}
		const found = await searchPassages({ db, embeddings }, accountId, {
			fileIds: searched.map(({ id }) => id),
			question,
			before: await readQuestion(db, promptBefore),
		});
		const best = found.length > 0 ? found : searched.map(({ id }) => ({ fileId: id, n: 1 })).slice(0, TOP);
		for (const file of searched) {
			const hits = best.filter(({ fileId }) => fileId === file.id).map(({ n }) => n);
			if (hits.length === 0) continue;
			const passages = await readPassages(db, file.id, withNeighbours(hits, file.passages));
			const fitting = keepFitting(passages, hits, left - PER_DOCUMENT);
			if (fitting.length === 0) continue;
			const tokens = tokensOfPassages(fitting);
			left -= tokens;
			give(promptId, file, fitting, tokens, found.length > 0 ? hits.length : 0);
		}
	}
	return { prompts: [...prompts.values()], given };
}

/** What passages of a document take of a model's context, with the marks around them. */
export const tokensOfPassages = (passages: readonly GivenPassage[]): number =>
	passages.reduce((all, { tokens }) => all + tokens + PER_PASSAGE, PER_DOCUMENT);

/** Passages from all over a document that is too large, as many as fit into `room`. */
async function readSpread(db: Db, file: BranchFile, room: number): Promise<GivenPassage[]> {
	const each = Math.max(1, (file.tokens - PER_DOCUMENT) / Math.max(1, file.passages));
	const numbers = spreadOver(file.passages, Math.floor((room - PER_DOCUMENT) / each));
	return keepFitting(await readPassages(db, file.id, numbers), numbers, room - PER_DOCUMENT);
}

/** The hits first, then their neighbours, as far as they fit; in the order of the document. */
function keepFitting(
	passages: readonly GivenPassage[],
	hits: readonly number[],
	room: number,
): GivenPassage[] {
	const rank = ({ n }: GivenPassage) => (hits.includes(n) ? hits.indexOf(n) : hits.length);
	let left = room;
	const kept = passages
		.toSorted((a, b) => rank(a) - rank(b))
		.filter(({ tokens }) => {
			left -= tokens + PER_PASSAGE;
			return left >= 0;
		});
	return kept.toSorted((a, b) => a.n - b.n);
}

/** @param numbers null: all */
export async function readPassages(db: Db, fileId: string, numbers: readonly number[] | null) {
	return db
		.selectFrom("passages")
		.select(["n", "page", "section", "text", "tokens"])
		.where("file_id", "=", fileId)
		.$if(numbers !== null, (query) => query.where("n", "in", numbers ?? []))
		.orderBy("n")
		.execute();
}

async function readQuestion(db: Db, promptId: string): Promise<string> {
	const prompt = await db.selectFrom("prompts").select("text").where("id", "=", promptId).executeTakeFirst();
	return prompt?.text ?? "";
}
