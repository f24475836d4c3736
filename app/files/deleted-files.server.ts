import type { Db } from "../platform/db/connection.server.ts";

/** What a question had of a document that its owner has deleted since. */
export type DeletedFile = { id: string; name: string; type: string | null };

/** The deleted files of some prompts, in the order that they had. */
export async function deletedFilesOfPrompts(
	db: Db,
	promptIds: readonly string[],
): Promise<Map<string, DeletedFile[]>> {
	const files = new Map<string, DeletedFile[]>();
	if (promptIds.length === 0) return files;
	const rows = await db
		.selectFrom("deleted_prompt_files")
		.select(["prompt_id", "file_id as id", "name", "type"])
		.where("prompt_id", "in", [...promptIds])
		.orderBy("position")
		.execute();
	for (const { prompt_id, ...file } of rows) files.set(prompt_id, [...(files.get(prompt_id) ?? []), file]);
	return files;
}
