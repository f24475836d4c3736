import type { Db } from "../../platform/db/connection.server.ts";
import type { FileState } from "../../platform/db/tables/files.ts";
import { belongs } from "./belongs.server.ts";
import { nameOrder } from "./name-order.server.ts";
import type { Sort } from "./sorts.ts";

/** A document in the person's list. */
export type Document = {
	id: string;
	name: string;
	bytes: number;
	type: string | null;
	state: FileState;
	failure: string | null;
	pages: number | null;
	/** How many of them have been read, while it is being read. */
	pagesRead: number | null;
	createdAt: number;
	/** It stays when the conversations that have it are deleted. */
	kept: boolean;
	/** The pages of a scan are shown to the model as pictures. */
	asPictures: boolean;
	/** It takes another one's place as soon as it has been read. */
	replaces: string | null;
};

export const DOCUMENTS_ON_PAGE = 30;

export type DocumentPage = { documents: Document[]; count: number; page: number; pages: number };

/**
 * A page of the account's documents.
 * @param collectionId only those of this collection, which is the account's
 * @param page from 1; one beyond the last is the last
 */
export async function listDocuments(
	db: Db,
	accountId: string,
	{ sort, page, collectionId }: { sort: Sort; page: number; collectionId: string | null },
): Promise<DocumentPage> {
	const shown = ownDocuments(db, accountId).$if(collectionId !== null, (query) =>
		query.where(
			"files.id",
			"in",
			db
				.selectFrom("collection_files")
				.select("file_id")
				.where("collection_id", "=", collectionId ?? ""),
		),
	);
	const { count } = await shown.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
	const pages = Math.max(1, Math.ceil(Number(count) / DOCUMENTS_ON_PAGE));
	const at = Math.min(page, pages);
	const rows = await shown
		.select(COLUMNS)
		.$if(sort === "name", (query) => query.orderBy(nameOrder(db, "files.name")))
		.$if(sort === "size", (query) => query.orderBy("bytes", "desc"))
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(DOCUMENTS_ON_PAGE)
		.offset((at - 1) * DOCUMENTS_ON_PAGE)
		.execute();
	return { documents: rows.map(documentOf), count: Number(count), page: at, pages };
}

/** A document of the account. */
export async function findDocument(db: Db, accountId: string, id: string): Promise<Document | undefined> {
	const row = await ownDocuments(db, accountId).select(COLUMNS).where("id", "=", id).executeTakeFirst();
	return row && documentOf(row);
}

/** The account's last documents, for a choice among them. */
export async function lastDocuments(db: Db, accountId: string, most: number): Promise<Document[]> {
	const rows = await ownDocuments(db, accountId)
		.select(COLUMNS)
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(most)
		.execute();
	return rows.map(documentOf);
}

/**
 * Older documents that have the names of these, the newest of each name.
 * @returns by the id of the newer one
 */
export async function findNamesakes(
	db: Db,
	accountId: string,
	fileIds: readonly string[],
): Promise<{ id: string; name: string; olderId: string }[]> {
	if (fileIds.length === 0) return [];
	const rows = await ownDocuments(db, accountId)
		.innerJoin("files as older", (join) =>
			join.onRef("older.name", "=", "files.name").onRef("older.account_id", "=", "files.account_id"),
		)
		.select(["files.id", "files.name", "older.id as olderId"])
		.where("files.id", "in", [...fileIds])
		.where("files.replaces", "is", null)
		.where("files.state", "<>", "failed")
		.where("older.kept_at", "is not", null)
		.where("older.id", "not in", [...fileIds])
		.whereRef("older.created_at", "<=", "files.created_at")
		.orderBy("older.created_at", "desc")
		.limit(MOST_NAMESAKES)
		.execute();
	return [...new Map(rows.toReversed().map((row) => [row.id, row])).values()];
}

/**
 * The files that should have taken the places of these documents and could not be read.
 * @returns the name of the last one, by the id of the document that has stayed
 */
export async function findFailedReplacements(
	db: Db,
	accountId: string,
	fileIds: readonly string[],
): Promise<Map<string, string>> {
	if (fileIds.length === 0) return new Map();
	const rows = await ownDocuments(db, accountId)
		.select(["files.replaces", "files.name"])
		.where("files.replaces", "in", [...fileIds])
		.where("files.state", "=", "failed")
		.orderBy("files.created_at", "desc")
		.limit(MOST_NAMESAKES)
		.execute();
	return new Map(rows.toReversed().map(({ replaces, name }) => [replaces ?? "", name]));
}

const MOST_NAMESAKES = 100;

const COLUMNS = [
	"files.id",
	"files.name",
	"files.bytes",
	"files.type",
	"files.state",
	"files.failure",
	"files.pages",
	"files.pages_read",
	"files.created_at",
	"files.kept_at",
	"files.replaces",
	"files.shown_as_pictures_at",
] as const;

type Row = Omit<Document, "createdAt" | "kept" | "pagesRead" | "asPictures"> & {
	created_at: number;
	kept_at: number | null;
	pages_read: number | null;
	shown_as_pictures_at: number | null;
};

const documentOf = ({
	created_at,
	kept_at,
	bytes,
	pages_read,
	shown_as_pictures_at,
	...row
}: Row): Document => ({
	...row,
	asPictures: shown_as_pictures_at !== null,
	pagesRead: pages_read,
	bytes: Number(bytes),
	createdAt: Number(created_at),
	kept: kept_at !== null,
});

/** How many documents an account has. */
export async function countDocuments(db: Db, accountId: string): Promise<number> {
	const { count } = await ownDocuments(db, accountId)
		.select(({ fn }) => fn.countAll().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** The newest documents of an account whose text can be searched. */
export async function searchableDocuments(
	db: Db,
	accountId: string,
	limit: number,
): Promise<{ id: string; name: string }[]> {
	return ownDocuments(db, accountId)
		.where("files.state", "=", "ready")
		.select(["files.id", "files.name"])
		.orderBy("files.created_at", "desc")
		.orderBy("files.id")
		.limit(limit)
		.execute();
}

const ownDocuments = (db: Db, accountId: string) =>
	db.selectFrom("files").where("files.account_id", "=", accountId).where(belongs("files"));
