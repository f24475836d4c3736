import { type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { FileState } from "../../platform/db/tables/files.ts";

/** A document in the person's list. */
export type Document = {
	id: string;
	name: string;
	bytes: number;
	type: string | null;
	state: FileState;
	failure: string | null;
	pages: number | null;
	createdAt: number;
	/** It stays when the conversations that have it are deleted. */
	kept: boolean;
	/** It takes another one's place as soon as it has been read. */
	replaces: string | null;
};

/** What a person orders the list by. */
export const SORTS = ["new", "name", "size"] as const;
export type Sort = (typeof SORTS)[number];

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
		.select(["id", "name", "bytes", "type", "state", "failure", "pages", "created_at", "kept_at", "replaces"])
		.$if(sort === "name", (query) => query.orderBy("name"))
		.$if(sort === "size", (query) => query.orderBy("bytes", "desc"))
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(DOCUMENTS_ON_PAGE)
		.offset((at - 1) * DOCUMENTS_ON_PAGE)
		.execute();
	const documents = rows.map(({ created_at, kept_at, bytes, ...row }) => ({
		...row,
		bytes: Number(bytes),
		createdAt: Number(created_at),
		kept: kept_at !== null,
	}));
	return { documents, count: Number(count), page: at, pages };
}

/** How many documents an account has. */
export async function countDocuments(db: Db, accountId: string): Promise<number> {
	const { count } = await ownDocuments(db, accountId)
		.select(({ fn }) => fn.countAll().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Without those that belong nowhere: chips of an unsent question, and what waits for its erasing. */
export const ownDocuments = (db: Db, accountId: string) =>
	db
		.selectFrom("files")
		.where("files.account_id", "=", accountId)
		.where(
			sql<SqlBool>`(files.kept_at is not null
				or exists (select 1 from prompt_files where prompt_files.file_id = files.id))`,
		);
