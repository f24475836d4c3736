import type { Db } from "../platform/db/connection.server.ts";
import type { PersonalData } from "../platform/personal-data.ts";
import { openBlobs } from "./blobs/open-blobs.server.ts";
import { deletePictures } from "./pictures/keep-picture.server.ts";

const FILES_AT_ONCE = 50;
/** Rows deleted per transaction, to keep it short. */
const ERASED_AT_ONCE = 500;
/** Bytes of a piece of Base64: a multiple of three, so that the pieces join to one text. */
const PIECE = 192 * 1024;

/** The files of questions and those of the library, with their bytes. */
export const filesData: PersonalData = { part: "files", read, eraseSome };

/** The collections, with the ids of their files and of the conversations that they are attached to. */
export const collectionsData: PersonalData = {
	part: "collections",
	read: readCollections,
	eraseSome: eraseCollections,
};

/** The names that deleted documents have left in questions. */
export const deletedFilesData: PersonalData = {
	part: "deletedFiles",
	read: readDeleted,
	eraseSome: eraseDeleted,
};

async function* readDeleted(db: Db, accountId: string) {
	let [prompt, file] = ["", ""];
	for (;;) {
		const page = await db
			.selectFrom("deleted_prompt_files")
			.selectAll()
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("prompt_id", "file_id"), ">", tuple(prompt, file)))
			.orderBy("prompt_id")
			.orderBy("file_id")
			.limit(FILES_AT_ONCE)
			.execute();
		for (const { prompt_id, file_id, name, type, deleted_at } of page)
			yield { id: file_id, promptId: prompt_id, name, type, deletedAt: Number(deleted_at) };
		const last = page.at(-1);
		if (!last || page.length < FILES_AT_ONCE) return;
		[prompt, file] = [last.prompt_id, last.file_id];
	}
}

/** Most are gone with their questions. */
async function eraseDeleted(trx: Db, accountId: string): Promise<number> {
	const some = trx
		.selectFrom("deleted_prompt_files")
		.select("prompt_id")
		.where("account_id", "=", accountId)
		.limit(FILES_AT_ONCE);
	const { numDeletedRows } = await trx
		.deleteFrom("deleted_prompt_files")
		.where("prompt_id", "in", some)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

async function* readCollections(db: Db, accountId: string) {
	// They are few (`COLLECTION_LIMITS`).
	const collections = await db
		.selectFrom("collections")
		.select(["id", "name", "created_at"])
		.where("account_id", "=", accountId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	for (const { id, name, created_at } of collections) {
		const files = await db
			.selectFrom("collection_files")
			.select("file_id")
			.where("collection_id", "=", id)
			.orderBy("added_at")
			.orderBy("file_id")
			.execute();
		const attached = await db
			.selectFrom("conversation_collections")
			.select("conversation_id")
			.where("collection_id", "=", id)
			.orderBy("attached_at")
			.orderBy("conversation_id")
			.execute();
		yield {
			...{ id, name, createdAt: Number(created_at) },
			files: files.map(({ file_id }) => file_id),
			conversations: attached.map(({ conversation_id }) => conversation_id),
		};
	}
}

/** The entries of collections and their attachments go with them: a few hundred rows each. */
async function eraseCollections(trx: Db, accountId: string): Promise<number> {
	const few = trx.selectFrom("collections").select("id").where("account_id", "=", accountId).limit(1);
	const { numDeletedRows } = await trx
		.deleteFrom("collections")
		.where("id", "in", few)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

async function* read(db: Db, accountId: string) {
	let [at, id] = [-1, ""];
	for (;;) {
		const page = await db
			.selectFrom("files")
			.selectAll()
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), ">", tuple(at, id)))
			.orderBy("created_at")
			.orderBy("id")
			.limit(FILES_AT_ONCE)
			.execute();
		for (const file of page) {
			const { name, bytes, sha256, type, state, failure, pages } = file;
			yield {
				id: file.id,
				...{ name, bytes, sha256, type, state, failure, pages },
				createdAt: file.created_at,
				/** Base64 in pieces. */
				content: base64(db, file.blob),
			};
		}
		const last = page.at(-1);
		if (!last || page.length < FILES_AT_ONCE) return;
		[at, id] = [last.created_at, last.id];
	}
}

async function* base64(db: Db, blob: string): AsyncGenerator<string> {
	let held = Buffer.alloc(0);
	for await (const chunk of (await openBlobs(db).get(blob)) ?? []) {
		held = Buffer.concat([held, chunk]);
		while (held.length >= PIECE) {
			yield held.toString("base64", 0, PIECE);
			held = held.subarray(PIECE);
		}
	}
	if (held.length > 0) yield held.toString("base64");
}

/** The passages first, so that no transaction grows through cascades; then the files with their pictures and bytes. */
async function eraseSome(trx: Db, accountId: string): Promise<number> {
	const own = trx.selectFrom("files").select("id").where("account_id", "=", accountId);
	const passages = trx.selectFrom("passages").select("id").where("file_id", "in", own).limit(ERASED_AT_ONCE);
	const { numDeletedRows } = await trx
		.deleteFrom("passages")
		.where("id", "in", passages)
		.executeTakeFirstOrThrow();
	if (numDeletedRows > 0n) return Number(numDeletedRows);
	// Nobody can add a file to a deleted account, so a blob that another row still has is deleted with the last one.
	const blobs = openBlobs(trx);
	const few = await trx
		.selectFrom("files")
		.select("id")
		.where("account_id", "=", accountId)
		.limit(FILES_AT_ONCE)
		.execute();
	for (const { id } of few) await deletePictures({ db: trx, blobs }, id);
	if (few.length === 0) return 0;
	const erased = await trx
		.deleteFrom("files")
		.where(
			"id",
			"in",
			few.map(({ id }) => id),
		)
		.returning("blob")
		.execute();
	for (const { blob } of erased) {
		const other = await trx.selectFrom("files").select("id").where("blob", "=", blob).executeTakeFirst();
		if (!other) await blobs.delete(trx, blob);
	}
	return erased.length;
}
