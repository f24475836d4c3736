import { createHash, randomUUID } from "node:crypto";
import type { Db } from "../../platform/db/connection.server.ts";
import { forEachItem } from "../../platform/for-each-item.server.ts";
import {
	ABANDONED_MS,
	type BlobStore,
	ORPHANED_MS,
	type ReceivedBlob,
	StorageFull,
} from "./blob-store.server.ts";
import { removeOld } from "./old-files.server.ts";
import { withTemporaryCopy } from "./temporary-copy.server.ts";

/** Bytes of a row: small enough to pass through memory, large enough that a file has few. */
const PIECE = 256 * 1024;
/** Codes of PostgreSQL: the disk is full, no space for the write-ahead log. */
const FULL = new Set(["53100", "53000"]);
const TEMPORARY = "tmp/";
const NAMES_AT_ONCE = 200;

/** Bytes as rows of a database that servers share, which share no disk. */
export class RowStore implements BlobStore {
	readonly #db: Db;
	readonly #folder: string;

	/** @param folder for the copies that a reading needs */
	constructor(db: Db, folder: string) {
		this.#db = db;
		this.#folder = folder;
	}

	async receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBlob> {
		const temporary = TEMPORARY + randomUUID();
		const hash = createHash("sha256");
		let size = 0;
		let n = 0;
		try {
			for await (const body of inPieces(bytes)) {
				hash.update(body);
				size += body.length;
				await this.#db
					.insertInto("blob_pieces")
					.values({ name: temporary, n: n++, body, written_at: Date.now() })
					.execute();
			}
			return { temporary, sha256: hash.digest("hex"), bytes: size };
		} catch (error) {
			await this.discard(temporary).catch(() => {});
			throw FULL.has((error as { code?: string }).code ?? "") ? new StorageFull() : error;
		}
	}

	async put(trx: Db, temporary: string, key: string): Promise<void> {
		// An orphan of the same bytes may be there.
		await this.delete(trx, key);
		await trx
			.updateTable("blob_pieces")
			.set({ name: key, written_at: Date.now() })
			.where("name", "=", temporary)
			.execute();
	}

	async discard(temporary: string): Promise<void> {
		await this.#db.deleteFrom("blob_pieces").where("name", "=", temporary).execute();
	}

	async get(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
		const first = await this.#piece(key, 0);
		return first && this.#pieces(key, first);
	}

	async *#pieces(key: string, first: Uint8Array): AsyncGenerator<Uint8Array> {
		yield first;
		for (let n = 1; ; n++) {
			const body = await this.#piece(key, n);
			if (!body) return;
			yield body;
		}
	}

	async #piece(key: string, n: number): Promise<Uint8Array | undefined> {
		const row = await this.#db
			.selectFrom("blob_pieces")
			.select("body")
			.where("name", "=", key)
			.where("n", "=", n)
			.executeTakeFirst();
		return row?.body;
	}

	async withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | undefined> {
		const bytes = await this.get(key);
		return bytes && withTemporaryCopy(this.#folder, bytes, use);
	}

	async delete(trx: Db, key: string): Promise<void> {
		await trx.deleteFrom("blob_pieces").where("name", "=", key).execute();
	}

	async sweep(findKept: (keys: string[]) => Promise<ReadonlySet<string>>, now: number): Promise<void> {
		const parts = [() => removeOld(this.#folder, now - ABANDONED_MS), () => this.#sweepRows(findKept, now)];
		await forEachItem(parts, (sweep: () => Promise<void>) => sweep());
	}

	async #sweepRows(findKept: (keys: string[]) => Promise<ReadonlySet<string>>, now: number): Promise<void> {
		for (let after = ""; ; ) {
			const rows = await this.#db
				.selectFrom("blob_pieces")
				.select("name")
				.where("n", "=", 0)
				.where("name", ">", after)
				.where(({ eb, and, or }) =>
					or([
						eb("written_at", "<", now - ABANDONED_MS),
						and([eb("name", "not like", `${TEMPORARY}%`), eb("written_at", "<", now - ORPHANED_MS)]),
					]),
				)
				.orderBy("name")
				.limit(NAMES_AT_ONCE)
				.execute();
			const names = rows.map(({ name }) => name);
			const kept = await findKept(names.filter((name) => !name.startsWith(TEMPORARY)));
			for (const name of names) if (!kept.has(name)) await this.delete(this.#db, name);
			after = names.at(-1) ?? "";
			if (names.length < NAMES_AT_ONCE) break;
		}
	}
}

/** Bytes in pieces of one size, the last one smaller; an empty file is one empty piece. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let held: Uint8Array[] = [];
	let length = 0;
	let any = false;
	for await (const chunk of bytes) {
		held.push(chunk);
		length += chunk.length;
		while (length >= PIECE) {
			const whole = Buffer.concat(held);
			yield whole.subarray(0, PIECE);
			any = true;
			held = [whole.subarray(PIECE)];
			length -= PIECE;
		}
	}
	if (length > 0 || !any) yield Buffer.concat(held);
}
