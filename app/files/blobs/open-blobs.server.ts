import { join } from "node:path";
import { config } from "../../platform/config.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import type { BlobStore } from "./blob-store.server.ts";
import { FolderStore } from "./folder-store.server.ts";
import { RowStore } from "./row-store.server.ts";

/**
 * Where the bytes of this installation's files are: in a folder beside the embedded database, or in the database that
 * servers share. Opens nothing.
 */
export function openBlobs(db: Db, folder: string = join(config.dataDir, "files")): BlobStore {
	return isPostgres(db) ? new RowStore(db, join(folder, "tmp")) : new FolderStore(folder);
}
