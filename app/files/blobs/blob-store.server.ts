import type { Db } from "../../platform/db/connection.server.ts";

/** Bytes that were received whole and have no owner yet. */
export type ReceivedBlob = { temporary: string; sha256: string; bytes: number };

/** There is no room for one more file on the disk. */
export class StorageFull extends Error {
	constructor() {
		super("No room for files is left.");
		this.name = "StorageFull";
	}
}

/** The storage does not take or give anything now. */
export class StorageDown extends Error {
	constructor(cause: unknown) {
		super("The storage of files does not answer.", { cause });
		this.name = "StorageDown";
	}
}

/**
 * The store of the bytes of files. Received bytes have a temporary name until a transaction keeps them under their key;
 * bytes that no transaction keeps are removed by `sweep`.
 */
export interface BlobStore {
	/**
	 * Stores bytes as they arrive, durably. A failure leaves nothing behind.
	 * @throws {StorageFull | StorageDown}
	 */
	receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBlob>;
	/** Gives received bytes their key, in the transaction that writes the row; repeatable. */
	put(trx: Db, temporary: string, key: string): Promise<void>;
	/** Removes received bytes that nobody keeps. */
	discard(temporary: string): Promise<void>;
	/**
	 * @returns the bytes piece by piece; undefined when there are none of this key
	 * @throws {StorageDown}
	 */
	get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
	/** Calls back with a file of these bytes that only this user can read; undefined when there are none of this key. @throws {StorageDown} */
	withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | undefined>;
	/** Removes the bytes, in a transaction that knows that no row refers to them. */
	delete(trx: Db, key: string): Promise<void>;
	/** Removes elsewhere what transactions have deleted here. */
	removeDeleted?(): Promise<void>;
	/**
	 * Removes temporary bytes that are abandoned, and bytes under a key that no row has referred to for an hour.
	 * @param findKept which of these keys rows refer to
	 */
	sweep(findKept: (keys: string[]) => Promise<ReadonlySet<string>>, now: number): Promise<void>;
}

/**
 * Nobody receives or reads a temporary file for so long: the first file of a form waits for its last one, and the server
 * lets an upload take twelve hours (`uploadMs` in `server/limits/http-limits.ts`). Whatever ends properly removes its own
 * at once; this is for what a killed process leaves.
 */
export const ABANDONED_MS = 13 * 60 * 60_000;
/** Bytes have their key so long before their row, or after it, only where a transaction has failed. */
export const ORPHANED_MS = 60 * 60_000;
