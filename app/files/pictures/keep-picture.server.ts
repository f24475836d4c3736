import { createHash } from "node:crypto";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { BlobStore } from "../blobs/blob-store.server.ts";
import type { MadePicture } from "../reading/pictures/make-pictures.server.ts";

type Parts = { db: Db; blobs: BlobStore };

/** The key of bytes that were made of a file: of this file only, so that they go with it. */
const keyOf = (fileId: string, n: number, size: "full" | "small"): string =>
	createHash("sha256").update(`${fileId} ${n} ${size}`).digest("hex");

/** Keeps a picture that was made of a file, in both sizes. @throws a violation of the foreign key when the file is gone */
export async function keepPicture({ db, blobs }: Parts, fileId: string, made: MadePicture): Promise<void> {
	const { number: n, width, height } = made;
	const [full, small] = [keyOf(fileId, n, "full"), keyOf(fileId, n, "small")];
	const received: string[] = [];
	try {
		for (const bytes of [made.full, made.small]) received.push((await blobs.receive(one(bytes))).temporary);
		await transact(db, async (trx) => {
			await trx
				.insertInto("file_pictures")
				.values({ file_id: fileId, n, width, height, full_blob: full, small_blob: small })
				.execute();
			await blobs.put(trx, received[0] ?? "", full);
			await blobs.put(trx, received[1] ?? "", small);
		});
	} catch (error) {
		for (const temporary of received) await blobs.discard(temporary);
		throw error;
	}
}

/** Deletes what was made of a file. */
export async function deletePictures({ db, blobs }: Parts, fileId: string): Promise<void> {
	const rows = await db
		.deleteFrom("file_pictures")
		.where("file_id", "=", fileId)
		.returning(["full_blob", "small_blob"])
		.execute();
	for (const { full_blob, small_blob } of rows) {
		await blobs.delete(db, full_blob);
		await blobs.delete(db, small_blob);
	}
}

/** The keys, of these, whose bytes belong to pictures. */
export async function keysOfPictures(db: Db, keys: string[]): Promise<string[]> {
	const rows = await db
		.selectFrom("file_pictures")
		.select("full_blob as key")
		.where("full_blob", "in", keys)
		.unionAll(db.selectFrom("file_pictures").select("small_blob as key").where("small_blob", "in", keys))
		.execute();
	return rows.map(({ key }) => key);
}

async function* one(bytes: Uint8Array) {
	yield bytes;
}
