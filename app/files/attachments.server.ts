import type { Db } from "../platform/db/connection.server.ts";
import type { FileExtent, FileState } from "../platform/db/tables/files.ts";
import { isWithdrawn } from "./library/belongs.server.ts";

/** A file as the screens show it. */
export type ShownFile = {
	id: string;
	name: string;
	bytes: number;
	type: string | null;
	state: FileState;
	failure: string | null;
	/** While it is being read: how many there are, where that is known. */
	pages: number | null;
	/** How many of them have been read. */
	pagesRead: number | null;
	/** The pages of a scan are shown to the model as pictures. */
	asPictures: boolean;
	/** The model is not told about it any more. */
	removed: boolean;
	/** How much of it the person wants the model to be given; null: as much as fits. */
	extent: FileExtent | null;
};

/** The columns of a shown file. */
export const SHOWN = [
	"files.id",
	"files.name",
	"files.bytes",
	"files.type",
	"files.state",
	"files.failure",
	"files.pages",
	"files.pages_read",
	"files.shown_as_pictures_at",
] as const;

type Row = Omit<ShownFile, "removed" | "asPictures" | "extent" | "pagesRead"> & {
	pages_read: number | null;
	shown_as_pictures_at: number | null;
};

/** A shown file, of the row of its columns. */
export const shown = (
	{ shown_as_pictures_at, pages_read, ...file }: Row,
	inPrompt: Pick<ShownFile, "removed" | "extent">,
): ShownFile => ({
	...file,
	...inPrompt,
	bytes: Number(file.bytes),
	pagesRead: pages_read,
	asPictures: shown_as_pictures_at !== null,
});

/**
 * Makes files part of a prompt, in its transaction, which holds the account.
 * @returns false when one of them is not the account's, or has been removed
 */
export async function attachFiles(
	trx: Db,
	accountId: string,
	prompt: { id: string; conversationId: string },
	fileIds: readonly string[],
	now: number,
): Promise<boolean> {
	const ids = [...new Set(fileIds)];
	if (ids.length === 0) return true;
	const attached = await trx
		.updateTable("files")
		.set((eb) => ({ attached_at: eb.fn.coalesce("attached_at", eb.val(now)) }))
		.where("id", "in", ids)
		.where("account_id", "=", accountId)
		.where(({ not }) => not(isWithdrawn("files")))
		.returning("id")
		.execute();
	if (attached.length < ids.length) return false;
	await trx
		.insertInto("prompt_files")
		.values(
			ids.map((file_id, position) => ({
				prompt_id: prompt.id,
				file_id,
				conversation_id: prompt.conversationId,
				position,
				removed_at: null,
			})),
		)
		.execute();
	return true;
}

/** Gives another version of a prompt the files of the first, without those that were removed or not read. */
export async function copyAttachments(trx: Db, fromPrompt: string, toPrompt: string): Promise<void> {
	const kept = await trx
		.selectFrom("prompt_files")
		.innerJoin("files", "files.id", "prompt_files.file_id")
		.select(["file_id", "conversation_id", "position", "extent"])
		.where("prompt_id", "=", fromPrompt)
		.where("removed_at", "is", null)
		.where("files.state", "<>", "failed")
		.execute();
	if (kept.length === 0) return;
	await trx
		.insertInto("prompt_files")
		.values(kept.map((row) => ({ ...row, prompt_id: toPrompt, removed_at: null })))
		.execute();
}

/** Takes files out of a conversation: the model is not told about them any more, and the questions still name them. */
export async function removeFromConversation(
	db: Db,
	accountId: string,
	conversationId: string,
	fileIds: readonly string[],
	now = Date.now(),
): Promise<number> {
	if (fileIds.length === 0) return 0;
	const own = db
		.selectFrom("files")
		.select("id")
		.where("id", "in", [...fileIds])
		.where("account_id", "=", accountId);
	const { numUpdatedRows } = await db
		.updateTable("prompt_files")
		.set({ removed_at: now })
		.where("conversation_id", "=", conversationId)
		.where("file_id", "in", own)
		.where("removed_at", "is", null)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/**
 * Sets how much of a file the model is given from the next answer of a conversation on.
 * @param extent null: as much as fits
 * @returns false when the account has no such file in the conversation
 */
export async function setExtent(
	db: Db,
	accountId: string,
	{ conversationId, fileId }: { conversationId: string; fileId: string },
	extent: FileExtent | null,
): Promise<boolean> {
	const own = db
		.selectFrom("files")
		.select("id")
		.where("id", "=", fileId)
		.where("account_id", "=", accountId);
	const { numUpdatedRows } = await db
		.updateTable("prompt_files")
		.set({ extent })
		.where("conversation_id", "=", conversationId)
		.where("file_id", "in", own)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** The files of these ids that are the account's, in the order of the ids. */
export async function findFiles(db: Db, accountId: string, fileIds: readonly string[]): Promise<ShownFile[]> {
	if (fileIds.length === 0) return [];
	const rows = await db
		.selectFrom("files")
		.select(SHOWN)
		.where("id", "in", [...fileIds])
		.where("account_id", "=", accountId)
		.execute();
	const byId = new Map(rows.map((row) => [row.id, row]));
	return [...new Set(fileIds)].flatMap((id) => {
		const row = byId.get(id);
		return row ? [shown(row, { removed: false, extent: null })] : [];
	});
}
