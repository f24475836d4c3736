import type { Db } from "../../platform/db/connection.server.ts";
import type { FileState } from "../../platform/db/tables/files.ts";

/** Passages shown at once: about 24 000 letters, however long the document is. */
const PASSAGES_SHOWN = 20;

export type ShownPassage = { n: number; page: number; section: string | null; text: string };

/** A part of a document's text. */
export type TextPage = {
	id: string;
	name: string;
	bytes: number;
	state: FileState;
	failure: string | null;
	/** All of the document. */
	pages: number;
	of: number;
	passages: ShownPassage[];
	/** The beginnings of the parts before and after; null: there is none. */
	earlier: number | null;
	later: number | null;
};

/**
 * The part of a document's text that has a passage.
 * @param n counted from 1
 * @returns undefined when the account has no such file, or the file no such passage
 */
export async function readTextPage(
	db: Db,
	accountId: string,
	fileId: string,
	n: number,
): Promise<TextPage | undefined> {
	const file = await db
		.selectFrom("files")
		.select(["id", "name", "bytes", "state", "failure", "pages", "passages"])
		.where("id", "=", fileId)
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	if (!file) return undefined;
	// Some passages of a document that is still being read are there already.
	const of = file.state === "ready" ? (file.passages ?? 0) : 0;
	if (n < 1 || n > Math.max(of, 1)) return undefined;
	const first = n - ((n - 1) % PASSAGES_SHOWN);
	const next = first + PASSAGES_SHOWN;
	const passages =
		of === 0
			? []
			: await db
					.selectFrom("passages")
					.select(["n", "page", "section", "text"])
					.where("file_id", "=", fileId)
					.where("n", ">=", first)
					.where("n", "<", next)
					.orderBy("n")
					.execute();
	return {
		...file,
		bytes: Number(file.bytes),
		pages: file.pages ?? 0,
		of,
		passages,
		earlier: first > 1 ? Math.max(1, first - PASSAGES_SHOWN) : null,
		later: next <= of ? next : null,
	};
}
