import type { Db } from "../../platform/db/connection.server.ts";
import type { BranchFiles } from "./branch-files.server.ts";
import type { Found } from "./document-text.server.ts";
import { type Documents, DocumentsToGive, type GivenDocument } from "./given-documents.server.ts";
import { readPassages } from "./read-passages.server.ts";

/**
 * The documents of an answer whose text goes on: the same passages under the same numbers, which the text so far may
 * cite. A file removed meanwhile gives nothing, and its numbers stay taken.
 * @param given what was given before
 */
export async function readDocumentsAgain(
	db: Db,
	{ files, promptId }: BranchFiles,
	given: GivenDocument[],
): Promise<Documents> {
	const documents = new DocumentsToGive();
	for (const document of given) {
		const { file: id, first, passages: numbers, foundBy } = document;
		// Its words are in the result of the call.
		if (foundBy) continue;
		const file = files.find((one) => one.id === id && one.state === "ready");
		if (!file) continue;
		const passages = await readPassages(db, id, numbers);
		const to = numbers === null ? file.promptId : promptId;
		documents.giveAgain(to, file, passages, first, foundOf(document));
	}
	return { prompts: documents.prompts, given };
}

function foundOf({ passages, found, spread, parts = 1, part }: GivenDocument): Found {
	if (passages === null) return null;
	return spread ? { spread, parts } : part ? { part } : found;
}
