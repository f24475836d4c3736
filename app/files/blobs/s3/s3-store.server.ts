import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Db } from "../../../platform/db/connection.server.ts";
import { forEachItem } from "../../../platform/for-each-item.server.ts";
import {
	ABANDONED_MS,
	type BlobStore,
	ORPHANED_MS,
	type ReceivedBlob,
	StorageDown,
} from "../blob-store.server.ts";
import { FolderStore } from "../folder-store.server.ts";
import { withTemporaryCopy } from "../temporary-copy.server.ts";
import { type S3Client, S3Error } from "./s3-client.server.ts";

const OBJECTS_AT_ONCE = 200;

/**
 * Bytes as objects of a bucket. An object has a name of its own, and the database says whose bytes it holds: so a
 * transaction keeps and deletes bytes without asking the network, and nothing has to be listed. A row is there before its
 * object, and goes after it.
 */
export class S3Store implements BlobStore {
	readonly #db: Db;
	readonly #s3: S3Client;
	readonly #folder: string;
	readonly #spool: FolderStore;

	/** @param folder for what arrives, whose length and sum are not known yet, and for the copies that a reading needs */
	constructor(db: Db, s3: S3Client, folder: string) {
		this.#db = db;
		this.#s3 = s3;
		this.#folder = folder;
		this.#spool = new FolderStore(folder);
	}

	async receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBlob> {
		const received = await this.#spool.receive(bytes);
		const object = randomUUID();
		try {
			await this.#db
				.insertInto("blob_objects")
				.values({ object, state: "arriving", key: null, changed_at: Date.now() })
				.execute();
			await this.#s3.put(object, { ...received, path: this.#spool.temporaryPath(received.temporary) });
			return { ...received, temporary: object };
		} catch (error) {
			await this.discard(object).catch(() => {});
			throw error instanceof S3Error ? new StorageDown(error) : error;
		} finally {
			await this.#spool.discard(received.temporary);
		}
	}

	async put(trx: Db, temporary: string, key: string): Promise<void> {
		// An orphan of the same bytes may be there.
		await this.delete(trx, key);
		await trx
			.updateTable("blob_objects")
			.set({ state: "kept", key, changed_at: Date.now() })
			.where("object", "=", temporary)
			.execute();
	}

	async discard(temporary: string): Promise<void> {
		await this.#db
			.updateTable("blob_objects")
			.set({ state: "deleted", changed_at: Date.now() })
			.where("object", "=", temporary)
			.where("state", "=", "arriving")
			.execute();
	}

	async get(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
		const row = await this.#db
			.selectFrom("blob_objects")
			.select("object")
			.where("key", "=", key)
			.executeTakeFirst();
		try {
			return row && (await this.#s3.get(row.object));
		} catch (error) {
			throw error instanceof S3Error ? new StorageDown(error) : error;
		}
	}

	async withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | undefined> {
		const bytes = await this.get(key);
		return bytes && withTemporaryCopy(join(this.#folder, "tmp"), bytes, use);
	}

	async delete(trx: Db, key: string): Promise<void> {
		await trx
			.updateTable("blob_objects")
			.set({ state: "deleted", key: null, changed_at: Date.now() })
			.where("key", "=", key)
			.execute();
	}

	async removeDeleted(): Promise<void> {
		const rows = await this.#db
			.selectFrom("blob_objects")
			.select("object")
			.where("state", "=", "deleted")
			.orderBy("changed_at")
			.limit(OBJECTS_AT_ONCE)
			.execute();
		await forEachItem(rows, async ({ object }) => {
			await this.#s3.delete(object);
			await this.#db.deleteFrom("blob_objects").where("object", "=", object).execute();
		});
	}

	async sweep(findKept: (keys: string[]) => Promise<ReadonlySet<string>>, now: number): Promise<void> {
		await this.#db
			.updateTable("blob_objects")
			.set({ state: "deleted", changed_at: now })
			.where("state", "=", "arriving")
			.where("changed_at", "<", now - ABANDONED_MS)
			.execute();
		for (let after = ""; ; ) {
			const rows = await this.#db
				.selectFrom("blob_objects")
				.select("key")
				.where("key", ">", after)
				.where("changed_at", "<", now - ORPHANED_MS)
				.orderBy("key")
				.limit(OBJECTS_AT_ONCE)
				.execute();
			const keys = rows.flatMap(({ key }) => key ?? []);
			const kept = await findKept(keys);
			for (const key of keys) if (!kept.has(key)) await this.delete(this.#db, key);
			after = keys.at(-1) ?? "";
			if (keys.length < OBJECTS_AT_ONCE) break;
		}
		await this.removeDeleted();
	}
}
