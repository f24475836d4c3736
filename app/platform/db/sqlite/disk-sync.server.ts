import { type FileHandle, open } from "node:fs/promises";
import { NotDurable } from "../not-durable.server.ts";

/** After a failure the sync is retried at this interval, also when nothing is written. */
const RETRY_MS = 1_000;

/**
 * Syncs what has been committed to the disk, off the event loop. SQLite's own way, `synchronous = full`, syncs inside
 * the commit: `node:sqlite` then blocks the event loop for as long as the disk takes, and many sign-ins at once delay
 * every request. So SQLite only writes into its log (`synchronous = normal`, which still syncs in the right order
 * around a checkpoint), and a write is reported as done after this sync. Writes of one moment share a sync.
 *
 * A sync that fails is not repeated: the system marks the pages that it could not write as clean, and a second sync
 * would report a meaningless success (docs/decisions/0042). Nothing counts as durable until a checkpoint has written
 * the whole log into the database's file.
 */
export class DiskSync {
	readonly #path: string;
	readonly #checkpoint: () => Promise<void>;
	#file: FileHandle | undefined;
	#running: Promise<void> = Promise.resolve();
	#next: Promise<void> | undefined;
	#failure: unknown;
	#retryTimer: NodeJS.Timeout | undefined;
	#closed = false;

	/**
	 * @param path of the write-ahead log; it exists from the first write until the last connection closes
	 * @param checkpoint checkpoints the log into the database's file, synced, and truncates the log
	 */
	constructor(path: string, checkpoint: () => Promise<void>) {
		this.#path = path;
		this.#checkpoint = checkpoint;
	}

	/** Why committed writes may not be durable; undefined when they are, or are being synced. */
	get failure(): unknown {
		return this.#failure;
	}

	/**
	 * Resolves when everything that was committed before the call is synced.
	 * @throws {NotDurable}
	 */
	synced(): Promise<void> {
		// The running sync may have begun before that commit, so it does not count.
		this.#next ??= this.#running.then(() => {
			this.#next = undefined;
			const sync = this.#sync();
			// A failure is reported to those who wait for this sync, not to later callers.
			this.#running = sync.catch(() => {});
			return sync;
		});
		return this.#next;
	}

	async #sync(): Promise<void> {
		try {
			if (this.#failure !== undefined) await this.#checkpoint();
			else {
				this.#file ??= await openIfThere(this.#path);
				await this.#file?.datasync();
			}
			this.#failure = undefined;
			clearTimeout(this.#retryTimer);
		} catch (error) {
			this.#failure = error;
			clearTimeout(this.#retryTimer);
			if (!this.#closed) {
				this.#retryTimer = setTimeout(() => this.synced().catch(() => {}), RETRY_MS).unref();
			}
			throw new NotDurable(error);
		}
	}

	async close(): Promise<void> {
		this.#closed = true;
		await this.#next?.catch(() => {});
		await this.#running;
		clearTimeout(this.#retryTimer);
		await this.#file?.close();
	}
}

/** Before the first write there is no log, and nothing to sync. */
async function openIfThere(path: string): Promise<FileHandle | undefined> {
	try {
		return await open(path, "r+");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}
