import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BufferGarbage } from "../../../platform/buffer-garbage.server.ts";
import { DiskRoom, freeBytes } from "../../../platform/disk-room.server.ts";
import { forEachItem } from "../../../platform/for-each-item.server.ts";
import type { Upload } from "./upload-form.server.ts";

/** The limit of all stored uploads of one server. */
export const SPOOL_BYTES = 8 * 1024 ** 3;
/** Disk space that stays free. */
const FREE_BYTES = 512 * 1024 ** 2;
/** Concurrent uploads; each writes to the same disk. */
const AT_ONCE = 4;
/**
 * An upload that has come in for this long, and slower than this on the whole, gives its place to one that finds none:
 * else four that send a byte a minute would keep everybody out. A slow line that is in nobody's way goes on.
 */
const SETTLED_MS = 60_000;
const SLOW_BYTES_PER_MS = 64;
/** A stalled body is cut off after a minute, so a partial file of this age has no writer. */
const ABANDONED_MS = 10 * 60_000;
/** A job is inserted just after its file. */
const YOUNG_MS = 60_000;

const PART = ".part";

/** The server cannot take one more upload now. */
export class UploadRefused extends Error {
	readonly code: "busy" | "no-room";
	constructor(code: UploadRefused["code"]) {
		super(code);
		this.name = "UploadRefused";
		this.code = code;
	}
}

/** An upload that comes in; `since` is a time of the spool's clock. */
type Incoming = { file: Readable; since: number; received: number };

/**
 * The stored uploads, as files in a folder readable by its owner alone, each named by its job's id. A file stays
 * until its job has ended.
 */
export class Spool {
	readonly #folder: string;
	readonly #room: DiskRoom;
	readonly #clock: () => number;
	/** The id of this folder in the database: only a server that has the folder can claim its jobs. */
	readonly place: string;
	readonly #receiving = new Set<Incoming>();
	/** Bytes of running uploads. */
	#incoming = 0;

	/** False on a disk that is not writable: the rest of the server still works. */
	readonly isUsable: boolean;

	/**
	 * @param folder created if missing
	 * @param free for tests: the room on the disk
	 * @param clock for tests, in milliseconds
	 */
	constructor(folder: string, free = freeBytes, clock = () => performance.now()) {
		this.#folder = folder;
		this.#room = new DiskRoom(folder, FREE_BYTES, free, () => new UploadRefused("no-room"));
		this.#clock = clock;
		const place = makeFolder(folder);
		this.isUsable = place !== null;
		this.place = place ?? `nowhere/${randomUUID()}`;
	}

	pathOf(jobId: string): string {
		return join(this.#folder, jobId);
	}

	/**
	 * Stores an upload.
	 * @param announced its size according to the sender, which may be wrong; 0: unknown
	 * @returns `size` in bytes, and whether it is `whole`: the received part of an upload that broke off is stored too
	 * @throws {NoRoom} with nothing stored
	 */
	async receive(jobId: string, { file, read }: Upload, announced: number) {
		if (!this.isUsable) throw new UploadRefused("no-room");
		if (this.#receiving.size >= AT_ONCE && !this.#endSlowest()) throw new UploadRefused("busy");
		const incoming: Incoming = { file, since: this.#clock(), received: 0 };
		this.#receiving.add(incoming);
		const part = this.pathOf(jobId) + PART;
		const garbage = new BufferGarbage();
		try {
			const stored = await this.#checkSpace(announced);
			const count = async function* (this: Spool, bytes: AsyncIterable<Uint8Array>) {
				for await (const chunk of this.#room.whileRoom(bytes)) {
					incoming.received += chunk.length;
					this.#incoming += chunk.length;
					garbage.add(chunk.length);
					if (stored + this.#incoming > SPOOL_BYTES) throw new UploadRefused("no-room");
					yield chunk;
				}
			}.bind(this);
			let whole = true;
			await open(part, "wx", 0o600)
				// The file is there before the first byte: an upload may break off before that.
				.then((handle) => pipeline(file, count, handle.createWriteStream()))
				.then(() => read)
				.catch((error: NodeJS.ErrnoException) => {
					if (error instanceof UploadRefused) throw error;
					if (error.code === "ENOSPC" || error.code === "EDQUOT") throw new UploadRefused("no-room");
					whole = false;
				});
			const { size } = await stat(part);
			await rename(part, this.pathOf(jobId));
			return { size, whole };
		} catch (error) {
			file.destroy();
			await rm(part, { force: true });
			throw error;
		} finally {
			this.#receiving.delete(incoming);
			this.#incoming -= incoming.received;
		}
	}

	/** Breaks off the slowest upload, of which is kept what has come. @returns false: none of them is slow */
	#endSlowest(): boolean {
		const now = this.#clock();
		const speedOf = ({ since, received }: Incoming) => received / (now - since);
		const [slowest] = [...this.#receiving]
			.filter((one) => now - one.since >= SETTLED_MS && speedOf(one) < SLOW_BYTES_PER_MS)
			.sort((one, other) => speedOf(one) - speedOf(other));
		if (!slowest) return false;
		// Of one whose file is here only the end of its form is waited for, which takes no place.
		this.#receiving.delete(slowest);
		slowest.file.destroy(new Error("The upload was slow, and another one needs its place."));
		return true;
	}

	/** @returns the bytes already stored */
	async #checkSpace(announced: number): Promise<number> {
		const files = await this.#list();
		const stored = files.reduce((sum, { name, size }) => sum + (name.endsWith(PART) ? 0 : size), 0);
		if (stored + this.#incoming + announced > SPOOL_BYTES) throw new UploadRefused("no-room");
		await this.#room.check(announced);
		return stored;
	}

	async remove(jobId: string): Promise<void> {
		await rm(this.pathOf(jobId), { force: true });
	}

	/**
	 * Removes files without a job, and partial files without a writer.
	 * @param isNeeded selects the ids that have unfinished jobs
	 * @throws {AggregateError} with what could not be removed, when the rest is
	 */
	async sweep(isNeeded: (ids: string[]) => Promise<Set<string>>, now = Date.now()): Promise<void> {
		if (!this.isUsable) return;
		const files = await this.#list();
		const old = files.filter(
			({ name, changedAt }) => now - changedAt > (name.endsWith(PART) ? ABANDONED_MS : YOUNG_MS),
		);
		const needed = await isNeeded(old.map(({ name }) => name));
		const left = old.filter(({ name }) => !needed.has(name));
		await forEachItem(left, ({ name }) => rm(join(this.#folder, name), { force: true }));
	}

	async #list() {
		const names = (await readdir(this.#folder)).filter((name) => name !== "place");
		const files = await Promise.all(
			names.map(async (name) => {
				const found = await stat(join(this.#folder, name)).catch(() => null);
				return found ? [{ name, size: found.size, changedAt: found.mtimeMs }] : [];
			}),
		);
		return files.flat();
	}
}

/** @returns the folder's id; null: it cannot be created or written to */
function makeFolder(folder: string): string | null {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		return placeOf(join(folder, "place"));
	} catch {
		return null;
	}
}

function placeOf(file: string): string {
	try {
		writeFileSync(file, randomUUID(), { flag: "wx", mode: 0o600 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	return readFileSync(file, "utf8").trim();
}
