import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { FileExtent } from "../../platform/db/tables/files.ts";
import { walkUp } from "../conversations/branch.server.ts";

/** Tokens of the marks around a passage, and around a document with what is said about it. */
export const PER_PASSAGE = 16;
export const PER_DOCUMENT = 120;

type Answer = { id: string; account_id: string; conversation_id: string };

/** A file that an answer knows. */
export type BranchFile = {
	id: string;
	/** The question that brought it; of a file of a collection the first one, so that the order does not change. */
	promptId: string;
	/** It comes from a collection of the conversation, not with a question. */
	collected: boolean;
	name: string;
	state: string;
	pages: number;
	/** With the marks around its text. */
	tokens: number;
	passages: number;
	/** How much of it the person wants to be given; null: as much as fits. */
	extent: FileExtent | null;
};

/**
 * The files of the branch that leads to an answer, without removed ones, and those of the conversation's collections,
 * each once, in the order of the questions.
 */
export type BranchFiles = {
	files: BranchFile[];
	/** The prompt that is answered; "" where there are no files. */
	promptId: string;
	/** The one before it; "" where there is none. */
	promptBefore: string;
};

/** One query where a conversation has no files, as most do. */
export async function readBranchFiles(db: Db, answer: Answer): Promise<BranchFiles> {
	const rows = await readRows(db, answer);
	return rows.length === 0 ? NO_FILES : filesOfBranch(rows, await readOrder(db, answer));
}

const NO_FILES: BranchFiles = { files: [], promptId: "", promptBefore: "" };

/** The questions of the branch that leads to an answer, the first one first. They stay the same while it is written. */
async function readOrder(db: Db, answer: Answer): Promise<string[]> {
	const order: string[] = [];
	for await (const { promptId } of walkUp(db, answer.account_id, answer.id)) order.push(promptId);
	return order.reverse();
}

function filesOfBranch(rows: Awaited<ReturnType<typeof readRows>>, order: readonly string[]): BranchFiles {
	const places = new Map(order.map((promptId, place) => [promptId, place]));
	const ofBranch = rows.flatMap((row) => {
		const collected = row.promptId === null;
		const promptId = row.promptId ?? order[0] ?? "";
		const place = places.get(promptId);
		return place === undefined ? [] : [{ ...row, promptId, collected, place }];
	});
	const files = new Map<string, BranchFile>();
	for (const { place: _, position: __, pages, tokens, passages, ...row } of ofBranch.sort(
		(a, b) => a.place - b.place || Number(a.collected) - Number(b.collected) || a.position - b.position,
	)) {
		if (files.has(row.id)) continue;
		files.set(row.id, {
			...row,
			pages: pages ?? 0,
			tokens: Number(tokens ?? 0) + PER_PASSAGE * (passages ?? 0) + PER_DOCUMENT,
			passages: passages ?? 0,
		});
	}
	return { files: [...files.values()], promptId: order.at(-1) ?? "", promptBefore: order.at(-2) ?? "" };
}

async function readRows(db: Db, { account_id, conversation_id }: Answer) {
	const ofQuestions = db
		.selectFrom("prompt_files")
		.select(["file_id", sql<string | null>`prompt_id`.as("promptId"), "extent", "position"])
		.where("conversation_id", "=", conversation_id)
		.where("removed_at", "is", null);
	const ofCollections = db
		.selectFrom("conversation_collections")
		.innerJoin("collection_files", "collection_files.collection_id", "conversation_collections.collection_id")
		.select([
			"file_id",
			sql<string | null>`null`.as("promptId"),
			sql<FileExtent | null>`null`.as("extent"),
			// In the order in which they were added.
			"added_at as position",
		])
		.where("conversation_id", "=", conversation_id);
	const rows = await db
		.selectFrom(ofQuestions.unionAll(ofCollections).as("known"))
		.innerJoin("files", "files.id", "known.file_id")
		.select(["files.id", "promptId", "extent", "position"])
		.select(["name", "state", "pages", "tokens", "passages"])
		.where("files.account_id", "=", account_id)
		.orderBy("files.id")
		.execute();
	return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

const isOver = ({ state }: BranchFile) => state === "ready" || state === "failed";

/** The pause between two looks at the files that are being read. */
const LOOK_MS = 400;

/**
 * Waits until the documents that an answer needs are read. Where one of its own question could not be, the others of the
 * question are waited for too: a page without script is not loaded anew after the failure, and says all of it.
 * @returns the files as they are then; "failed" when one of its own question could not be read; "aborted" with the signal
 */
export async function waitForDocuments(
	db: Db,
	answer: Answer,
	signal: AbortSignal,
): Promise<BranchFiles | "failed" | "aborted"> {
	// A long conversation is walked once, not with each look.
	let order: string[] | undefined;
	for (;;) {
		const rows = await readRows(db, answer);
		if (rows.length === 0) return NO_FILES;
		order ??= await readOrder(db, answer);
		const branch = filesOfBranch(rows, order);
		const { files, promptId } = branch;
		const own = files.filter((file) => file.promptId === promptId && !file.collected);
		if (own.every(isOver) && own.some(({ state }) => state === "failed")) return "failed";
		if (files.every(isOver)) return branch;
		await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
		if (signal.aborted) return "aborted";
	}
}
