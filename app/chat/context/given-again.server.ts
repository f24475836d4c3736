import type { Db } from "../../platform/db/connection.server.ts";
import type { BranchFiles } from "./branch-files.server.ts";
import { describeDocument } from "./document-text.server.ts";
import {
	type Documents,
	type GivenDocument,
	type PromptDocuments,
	readPassages,
	tokensOfPassages,
} from "./documents.server.ts";

/**
 * The documents of an answer whose text goes on: the same passages under the same numbers, which the text so far may
 * cite. Of a file that has been removed meanwhile nothing is given, and its numbers stay taken.
 * @param given what was given before
 */
export async function readDocumentsAgain(
	db: Db,
	{ files, promptId }: BranchFiles,
	given: GivenDocument[],
): Promise<Documents> {
	const prompts = new Map<string, PromptDocuments>();
	for (const { file: id, first, passages: numbers, found, spread } of given) {
		const file = files.find((one) => one.id === id && one.state === "ready");
		if (!file) continue;
		const passages = await readPassages(db, id, numbers);
		const to = numbers === null ? file.promptId : promptId;
		const text = describeDocument(file, passages, first, numbers === null ? null : spread ? "spread" : found);
		const before = prompts.get(to);
		prompts.set(to, {
			promptId: to,
			text: before ? `${before.text}\n\n${text}` : text,
			tokens: (before?.tokens ?? 0) + tokensOfPassages(passages),
		});
	}
	return { prompts: [...prompts.values()], given };
}
