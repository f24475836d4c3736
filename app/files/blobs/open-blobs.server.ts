import { join } from "node:path";
import { config } from "../../platform/config.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { forEachItem } from "../../platform/for-each-item.server.ts";
import type { S3Address } from "../../platform/s3-address.server.ts";
import type { BlobStore } from "./blob-store.server.ts";
import { FolderStore } from "./folder-store.server.ts";
import { RowStore } from "./row-store.server.ts";
import { S3Client } from "./s3/s3-client.server.ts";
import { S3Store } from "./s3/s3-store.server.ts";

const FOLDER = join(config.dataDir, "files");
const TEMPORARY = "tmp";
/** For copies that are read and removed; a sweep removes those that a killed process has left. */
export const TEMPORARY_FOLDER = join(FOLDER, TEMPORARY);

/**
 * Opens the store of this installation's files: a folder beside the embedded database, or the database that
 * servers share; with FILES_URL in a bucket. Bytes that were put elsewhere before, also by a copy of the other kind of
 * database, are read from where they are. Opens nothing.
 */
export function openBlobs(
	db: Db,
	folder: string = FOLDER,
	address: S3Address | null = config.filesAddress,
): BlobStore {
	const inFolder = new FolderStore(folder);
	const inRows = new RowStore(db, join(folder, TEMPORARY));
	const here = isPostgres(db) ? withFallback(inRows, inFolder) : withFallback(inFolder, inRows);
	return address ? withFallback(new S3Store(db, new S3Client(address), folder), here) : here;
}

function withFallback(store: BlobStore, other: BlobStore): BlobStore {
	return {
		receive: (bytes) => store.receive(bytes),
		put: (trx, temporary, key) => store.put(trx, temporary, key),
		discard: (temporary) => store.discard(temporary),
		get: async (key) => (await store.get(key)) ?? other.get(key),
		withFile: async (key, use) => (await store.withFile(key, use)) ?? other.withFile(key, use),
		delete: async (trx, key) => {
			await store.delete(trx, key);
			await other.delete(trx, key);
		},
		removeDeleted: async () => store.removeDeleted?.(),
		// A bucket that does not answer keeps nothing on the disk.
		sweep: (findKept, now) => forEachItem([store, other], (one) => one.sweep(findKept, now)),
	};
}
