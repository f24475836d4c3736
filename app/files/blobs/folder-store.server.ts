import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Db } from "../../platform/db/connection.server.ts";
import { DiskRoom, freeBytes } from "../../platform/disk-room.server.ts";
import { syncPath } from "../../platform/sync-path.server.ts";
import {
	ABANDONED_MS,
	type BlobStore,
	ORPHANED_MS,
	type ReceivedBlob,
	StorageFull,
} from "./blob-store.server.ts";
import { namesIn, olderThan, removeAll } from "./old-files.server.ts";
import { writeNewFile } from "./write-new-file.server.ts";

/** Disk space that stays free for the database. */
const FREE_BYTES = 256 * 1024 ** 2;
const TEMPORARY = "tmp";
/** Folders are named by the first two digits of the keys. */
const SHARD = /^[0-9a-f]{2}$/;
/** Keys that are looked up in one statement of the sweeper. */
const KEYS_AT_ONCE = 200;

/** Bytes as files in a folder that only the server's user can read: `ab/<key>`. For one server with a disk. */
export class FolderStore implements BlobStore {
	readonly #folder: string;
	readonly #room: DiskRoom;

	/**
	 * @param folder created with the first file
	 * @param free for tests: the room on the disk
	 */
	constructor(folder: string, free = freeBytes) {
		this.#folder = folder;
		this.#room = new DiskRoom(folder, FREE_BYTES, free, () => new StorageFull());
	}

	async receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBlob> {
		const temporary = randomUUID();
		const path = this.temporaryPath(temporary);
		const hash = createHash("sha256");
		let size = 0;
		try {
			await mkdir(dirname(path), { recursive: true, mode: 0o700 });
			await this.#room.check();
			const passed = this.#room.whileRoom(bytes);
			const counted = async function* () {
				for await (const chunk of passed) {
					hash.update(chunk);
					size += chunk.length;
					yield chunk;
				}
			};
			await writeNewFile(path, counted(), { flush: true });
			return { temporary, sha256: hash.digest("hex"), bytes: size };
		} catch (error) {
			await rm(path, { force: true });
			const { code } = error as NodeJS.ErrnoException;
			throw code === "ENOSPC" || code === "EDQUOT" ? new StorageFull() : error;
		}
	}

	async put(_trx: Db, temporary: string, key: string): Promise<void> {
		const path = this.#pathOf(key);
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		await rename(this.temporaryPath(temporary), path).catch(async (error: NodeJS.ErrnoException) => {
			// The transaction runs a second time.
			if (error.code !== "ENOENT" || !(await exists(path))) throw error;
		});
		await syncPath(dirname(path));
	}

	async discard(temporary: string): Promise<void> {
		await rm(this.temporaryPath(temporary), { force: true });
	}

	async get(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
		const path = this.#pathOf(key);
		return (await exists(path)) ? piecesOf(path) : undefined;
	}

	async withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | undefined> {
		const path = this.#pathOf(key);
		return (await exists(path)) ? use(path) : undefined;
	}

	async delete(_trx: Db, key: string): Promise<void> {
		await rm(this.#pathOf(key), { force: true });
	}

	sweep(findKept: (keys: string[]) => Promise<ReadonlySet<string>>, now: number): Promise<void> {
		return removeAll(this.#abandoned(findKept, now));
	}

	/** The paths of old files that nobody needs. */
	async *#abandoned(findKept: (keys: string[]) => Promise<ReadonlySet<string>>, now: number) {
		const temporary = join(this.#folder, TEMPORARY);
		for (const name of await olderThan(temporary, await namesIn(temporary), now - ABANDONED_MS))
			yield join(temporary, name);
		for (const shard of await namesIn(this.#folder)) {
			if (!SHARD.test(shard)) continue;
			const folder = join(this.#folder, shard);
			const names = await namesIn(folder);
			for (let from = 0; from < names.length; from += KEYS_AT_ONCE) {
				const some = names.slice(from, from + KEYS_AT_ONCE);
				const old = await olderThan(folder, some, now - ORPHANED_MS);
				const kept = await findKept(old);
				for (const name of old) if (!kept.has(name)) yield join(folder, name);
			}
		}
	}

	/** The place of received bytes until they are kept or discarded. */
	temporaryPath = (temporary: string) => join(this.#folder, TEMPORARY, temporary);
	#pathOf = (key: string) => join(this.#folder, key.slice(0, 2), key);
}

/**
 * The bytes of a file, which is opened with the first piece. A stream opens its file as soon as it is made, and a reader
 * that leaves before it has begun, as one whose browser has the picture already, would never close it.
 */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
	yield* createReadStream(path);
}

const exists = (path: string) =>
	access(path).then(
		() => true,
		() => false,
	);
