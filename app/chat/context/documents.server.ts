import { setTimeout as sleep } from "node:timers/promises";
import { findPassages, TOP, withNeighbours } from "../../files/passages/find-passages.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { walkUp } from "../conversations/branch.server.ts";
import { describeDocument, type GivenPassage } from "./document-text.server.ts";

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
};

export type Documents = { prompts: PromptDocuments[]; given: GivenDocument[] };

/** Of the context's room at most this part goes to documents. */
const SHARE = 0.5;
/** Tokens of the marks around a passage, and around a document with what is said about it. */
const PER_PASSAGE = 16;
const PER_DOCUMENT = 120;

type Answer = { id: string; account_id: string; conversation_id: string };
type File = {
	id: string;
	promptId: string;
	name: string;
	state: string;
	pages: number;
	tokens: number;
	passages: number;
};

/** The files of the branch that leads to an answer, without removed ones, each once, in the order of the questions. */
export type BranchFiles = {
	files: File[];
	/** The prompt that is answered; "" where there are no files. */
	promptId: string;
};

/** One query where a conversation has no files, as most do. */
export async function readBranchFiles(db: Db, answer: Answer): Promise<BranchFiles> {
	const rows = await db
		.selectFrom("prompt_files")
		.innerJoin("files", "files.id", "prompt_files.file_id")
		.select(["files.id", "prompt_id as promptId", "name", "state", "pages", "tokens", "passages", "position"])
		.where("conversation_id", "=", answer.conversation_id)
		.where("files.account_id", "=", answer.account_id)
		.where("removed_at", "is", null)
		.execute();
	if (rows.length === 0) return { files: [], promptId: "" };
	const order: string[] = [];
	for await (const { promptId } of walkUp(db, answer.account_id, answer.id)) order.unshift(promptId);
	const places = new Map(order.map((promptId, place) => [promptId, place]));
	const placeOf = (file: { promptId: string }) => places.get(file.promptId) ?? 0;
	const files = new Map<string, File>();
	for (const { position, pages, tokens, passages, ...row } of rows
		.filter(({ promptId }) => places.has(promptId))
		.sort((a, b) => placeOf(a) - placeOf(b) || a.position - b.position)) {
		if (files.has(row.id)) continue;
		files.set(row.id, {
			...row,
			pages: pages ?? 0,
			tokens: Number(tokens ?? 0) + PER_PASSAGE * (passages ?? 0) + PER_DOCUMENT,
			passages: passages ?? 0,
		});
	}
	return { files: [...files.values()], promptId: order.at(-1) ?? "" };
}

/** The pause between two looks at the files that are being read. */
const LOOK_MS = 400;

/**
 * Waits until the documents that an answer needs are read.
 * @returns the files as they are then; "failed" when one of its own question could not be read; "aborted" with the signal
 */
export async function waitForDocuments(
	db: Db,
	answer: Answer,
	signal: AbortSignal,
): Promise<BranchFiles | "failed" | "aborted"> {
	for (;;) {
		const branch = await readBranchFiles(db, answer);
		const { files, promptId } = branch;
		if (files.some((file) => file.promptId === promptId && file.state === "failed")) return "failed";
		if (files.every(({ state }) => state === "ready" || state === "failed")) return branch;
		await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
		if (signal.aborted) return "aborted";
	}
}

/**
 * What the model is given of the documents of a branch: small ones whole, as far as all together take at most half of
 * the room; of the others the passages that answer the question best.
 * @param room tokens of the context for everything that is sent
 * @returns undefined when there are no documents
 */
export async function readDocuments(
	db: Db,
	accountId: string,
	{ files: all, promptId }: BranchFiles,
	room: number,
): Promise<Documents | undefined> {
	const files = all.filter(({ state }) => state === "ready");
	if (files.length === 0) return undefined;
	let left = Math.floor(room * SHARE);
	const whole = new Set<string>();
	const together = files.reduce((sum, { tokens }) => sum + tokens, 0);
	// Where not all fit, a part of the room is kept for the passages of the others.
	let forWhole = together <= left ? left : Math.floor(left / 2);
	for (const { id, tokens } of files.toSorted((a, b) => a.tokens - b.tokens)) {
		if (tokens > forWhole) break;
		whole.add(id);
		forWhole -= tokens;
		left -= tokens;
	}
	const given: GivenDocument[] = [];
	const prompts = new Map<string, PromptDocuments>();
	let next = 1;
	const give = (to: string, file: File, passages: GivenPassage[], tokens: number, found: number | null) => {
		const numbers = passages.map(({ n }) => n);
		given.push({
			file: file.id,
			name: file.name,
			first: next,
			of: file.passages,
			passages: found === null ? null : numbers,
			found: found ?? numbers.length,
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
		const found = await findPassages(
			db,
			accountId,
			searched.map(({ id }) => id),
			question,
		);
		const best = found.length > 0 ? found : searched.map(({ id }) => ({ fileId: id, n: 1 })).slice(0, TOP);
		for (const file of searched) {
			const hits = best.filter(({ fileId }) => fileId === file.id).map(({ n }) => n);
			if (hits.length === 0) continue;
			const passages = await readPassages(db, file.id, withNeighbours(hits, file.passages));
			const fitting = keepFitting(passages, hits, left - PER_DOCUMENT);
			if (fitting.length === 0) continue;
			const tokens = PER_DOCUMENT + sum(fitting);
			left -= tokens;
			give(promptId, file, fitting, tokens, found.length > 0 ? hits.length : 0);
		}
	}
	return { prompts: [...prompts.values()], given };
}

const sum = (passages: readonly GivenPassage[]) =>
	passages.reduce((all, { tokens }) => all + tokens + PER_PASSAGE, 0);

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

async function readPassages(db: Db, fileId: string, numbers: readonly number[] | null) {
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
