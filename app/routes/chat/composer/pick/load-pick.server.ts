import type { ShownFile } from "../../../../files/attachments.server.ts";
import { listCollections, type ShownCollection } from "../../../../files/collections/collections.server.ts";
import { type Document, lastDocuments } from "../../../../files/library/list-documents.server.ts";
import { cutText } from "../../../../platform/cut-text.server.ts";
import { db } from "../../../../platform/db/service.server.ts";

/** Documents that are looked through by name, and those that are shown. */
const LOOKED_THROUGH = 2_000;
const SHOWN = 50;
const LONGEST_NAME = 200;

export type LoadedPick = {
	/** The part of the names that was asked for. */
	named: string;
	collections: ShownCollection[];
	documents: ShownFile[];
	/** There are others. */
	more: boolean;
	/** The account has no documents, whatever their names. */
	none: boolean;
};

/** Documents and collections to choose for a question, by a part of their names. */
export async function loadPick(accountId: string, asked: string): Promise<LoadedPick> {
	const named = cutText(asked.trim(), LONGEST_NAME);
	const has = ({ name }: { name: string }) => plain(name).includes(plain(named));
	const [collections, documents] = await Promise.all([
		listCollections(db(), accountId),
		lastDocuments(db(), accountId, LOOKED_THROUGH),
	]);
	const readable = documents.filter(({ state }) => state !== "failed").filter(has);
	return {
		named,
		collections: collections.filter(has),
		documents: readable.slice(0, SHOWN).map(shown),
		more: readable.length > SHOWN,
		none: collections.length + documents.length === 0,
	};
}

const plain = (text: string) => text.normalize("NFC").toLocaleLowerCase("ru");

const shown = ({ createdAt: _, kept: __, replaces: ___, ...file }: Document): ShownFile => ({
	...file,
	removed: false,
	extent: null,
});
