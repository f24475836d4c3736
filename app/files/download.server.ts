import { Readable } from "node:stream";
import type { Db } from "../platform/db/connection.server.ts";
import type { BlobStore } from "./blobs/blob-store.server.ts";

export type Download = { name: string; bytes: number; body: ReadableStream<Uint8Array> };

/** The bytes of a file as they were sent; undefined when the account has no such file. */
export async function openDownload(
	{ db, blobs }: { db: Db; blobs: BlobStore },
	accountId: string,
	fileId: string,
): Promise<Download | undefined> {
	const file = await db
		.selectFrom("files")
		.select(["name", "bytes", "blob"])
		.where("id", "=", fileId)
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	const pieces = file && (await blobs.get(file.blob));
	if (!file || !pieces) return undefined;
	const body = Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>;
	return { name: file.name, bytes: Number(file.bytes), body };
}
