import { join } from "node:path";
import { config } from "../../platform/config.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import type { BlobStore } from "./blob-store.server.ts";
import { FolderStore } from "./folder-store.server.ts";
import { RowStore } from "./row-store.server.ts";

/**
 * Where the bytes of this installation's files are: in a folder beside the embedded database, or in the database that
 * servers share. What a copy of the other kind of database has brought is read from where it was. Opens nothing.
 */
export function openBlobs(db: Db, folder: string = join(config.dataDir, "files")): BlobStore {
	const inFolder = new FolderStore(folder);
	const inRows = new RowStore(db, join(folder, "tmp"));
	return isPostgres(db) ? withFallback(inRows, inFolder) : withFallback(inFolder, inRows);
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
		sweep: async (findKept, now) => {
			await store.sweep(findKept, now);
			await other.sweep(findKept, now);
		},
	};
}
