import { Readable } from "node:stream";
import type { Db } from "../../platform/db/connection.server.ts";
import type { BlobStore } from "../blobs/blob-store.server.ts";

/** A picture of a file as a model is shown it. */
export type FilePicture = { fileId: string; n: number; width: number; height: number; blob: string };

/** The pictures of files that are known to be of one account, by file and page. */
export async function picturesOf(db: Db, fileIds: readonly string[]): Promise<FilePicture[]> {
	if (fileIds.length === 0) return [];
	return db
		.selectFrom("file_pictures")
		.select(["file_id as fileId", "n", "width", "height", "full_blob as blob"])
		.where("file_id", "in", [...fileIds])
		.orderBy("file_id")
		.orderBy("n")
		.execute();
}

/** The bytes of a picture, JPEG; undefined when the account has no such file, or the file has no such picture. */
export async function openPicture(
	{ db, blobs }: { db: Db; blobs: BlobStore },
	accountId: string,
	{ fileId, n, size }: { fileId: string; n: number; size: "full" | "small" },
): Promise<ReadableStream<Uint8Array> | undefined> {
	const row = await db
		.selectFrom("file_pictures")
		.innerJoin("files", "files.id", "file_pictures.file_id")
		.select(size === "full" ? "full_blob as key" : "small_blob as key")
		.where("file_id", "=", fileId)
		.where("n", "=", n)
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	const pieces = row && (await blobs.get(row.key));
	return pieces && (Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>);
}
