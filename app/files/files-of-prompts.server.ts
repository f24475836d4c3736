import { sql } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import type { FileState } from "../platform/db/tables/files.ts";
import { findFiles, SHOWN, type ShownFile, shown } from "./attachments.server.ts";

/** The trace in a question of a document that its owner has deleted since. */
export type DeletedFile = Pick<ShownFile, "id" | "name" | "type">;

/** The files of a prompt in their order, and those that its owner has deleted since. */
export type PromptFiles = { files: ShownFile[]; deletedFiles: DeletedFile[] };

/** The files of some prompts; nothing of a prompt that has none. One statement. */
export async function filesOfPrompts(
	db: Db,
	promptIds: readonly string[],
): Promise<Map<string, PromptFiles>> {
	const found = new Map<string, PromptFiles>();
	if (promptIds.length === 0) return found;
	const nothing = { bytes: sql<number>`0`, none: sql<null>`cast(null as integer)` };
	const rows = await db
		.selectFrom("prompt_files")
		.innerJoin("files", "files.id", "prompt_files.file_id")
		.select([...SHOWN, "prompt_id", "removed_at", "extent", "position", sql<number>`0`.as("is_deleted")])
		.where("prompt_id", "in", [...promptIds])
		.where("made_by", "is", null)
		.unionAll((eb) =>
			eb
				.selectFrom("deleted_prompt_files")
				.select(["file_id as id", "name", nothing.bytes.as("bytes"), "type"])
				.select([sql<FileState>`'ready'`.as("state"), sql<null>`cast(null as text)`.as("failure")])
				.select([nothing.none.as("pages"), nothing.none.as("pages_read")])
				.select([nothing.none.as("shown_as_pictures_at"), "prompt_id", nothing.none.as("removed_at")])
				.select([sql<null>`cast(null as text)`.as("extent"), "position", sql<number>`1`.as("is_deleted")])
				.where("prompt_id", "in", [...promptIds]),
		)
		.orderBy("position")
		.execute();
	for (const { prompt_id, removed_at, extent, position: _, is_deleted, ...file } of rows) {
		const own = found.get(prompt_id) ?? { files: [], deletedFiles: [] };
		if (is_deleted === 1) own.deletedFiles.push({ id: file.id, name: file.name, type: file.type });
		else own.files.push(shown(file, { removed: removed_at !== null, extent }));
		found.set(prompt_id, own);
	}
	return found;
}

/** The ids and the names of the files of some prompts, also of those that their owner has deleted since. */
export async function fileNamesOfPrompts(
	db: Db,
	promptIds: readonly string[],
): Promise<Map<string, { id: string; name: string }[]>> {
	const found = await filesOfPrompts(db, promptIds);
	return new Map(
		[...found].map(([promptId, { files, deletedFiles }]) => [
			promptId,
			[...files, ...deletedFiles].map(({ id, name }) => ({ id, name })),
		]),
	);
}

/** The files of one of the account's prompts, named by itself or by one of its answers. */
export async function filesOfQuestion(
	db: Db,
	accountId: string,
	of: { promptId: string } | { answerId: string },
): Promise<ShownFile[]> {
	const promptId =
		"promptId" in of
			? of.promptId
			: (
					await db
						.selectFrom("answers")
						.select("prompt_id")
						.where("id", "=", of.answerId)
						.where("account_id", "=", accountId)
						.executeTakeFirst()
				)?.prompt_id;
	if (promptId === undefined) return [];
	const { files = [] } = (await filesOfPrompts(db, [promptId])).get(promptId) ?? {};
	const own = await findFiles(
		db,
		accountId,
		files.map(({ id }) => id),
	);
	return files.filter(({ id }) => own.some((file) => file.id === id));
}
