import { log } from "../../platform/log.server.ts";
import { StorageDown } from "./blob-store.server.ts";

/** For `catch`: a storage that does not answer becomes a value, and is logged; everything else is thrown on. */
export function orStorageDown(error: unknown): "storage-down" {
	if (!(error instanceof StorageDown)) throw error;
	log.warn("Хранилище файлов не отвечает", { error: error.cause });
	return "storage-down";
}
