import { type FileHandle, open } from "node:fs/promises";
import { NotDurable } from "../not-durable.server.ts";

/** A disk that has failed is asked so often whether it is well again, also when nobody writes. */
const ASK_AGAIN_MS = 1_000;

/**
 * Brings what has been committed to the disk, off the event loop. SQLite's own way, `synchronous = full`, does it
 * inside the commit: `node:sqlite` then holds the whole server for as long as the disk takes, and a crowd that
 * signs in makes everybody wait. So SQLite only writes into its log (`synchronous = normal`, which still syncs in
 * the right order around a checkpoint), and whoever wrote is told so after this. Writes of one moment share a sync.
 *
 * A sync that fails is not repeated: the system takes the pages that it could not write for clean ones, and a
 * second sync would report a success that means nothing (docs/decisions/0042). Nothing counts as written until
 * the whole log has been brought into the database's file.
 */
export class DiskSync {
	readonly #path: string;
	readonly #emptyLog: () => Promise<void>;
	#file: FileHandle | undefined;
	#running: Promise<void> = Promise.resolve();
	#next: Promise<void> | undefined;
	#failure: unknown;
	#askAgain: NodeJS.Timeout | undefined;
	#closed = false;

	/**
	 * @param path of the write-ahead log; it is there from the first write until the last connection closes
	 * @param emptyLog brings all that the log holds into the database's file and on the disk, and makes the log empty
	 */
	constructor(path: string, emptyLog: () => Promise<void>) {
		this.#path = path;
		this.#emptyLog = emptyLog;
	}

	/** Why what was committed may not be on the disk; undefined when it is, or is on its way. */
	get failure(): unknown {
		return this.#failure;
	}

	/**
	 * Resolves when everything that was committed before the call is on the disk.
	 * @throws {NotDurable}
	 */
	synced(): Promise<void> {
		// The sync that is running may have begun before that commit, so it does not count.
		this.#next ??= this.#running.then(() => {
			this.#next = undefined;
			const sync = this.#sync();
			// A failure is told to those who wait for it, not to those who come after.
			this.#running = sync.catch(() => {});
			return sync;
		});
		return this.#next;
	}

	async #sync(): Promise<void> {
		try {
			if (this.#failure !== undefined) await this.#emptyLog();
			else {
				this.#file ??= await openIfThere(this.#path);
				await this.#file?.datasync();
			}
			this.#failure = undefined;
		} catch (error) {
			this.#failure = error;
			clearTimeout(this.#askAgain);
			if (!this.#closed) {
				this.#askAgain = setTimeout(() => this.synced().catch(() => {}), ASK_AGAIN_MS).unref();
			}
			throw new NotDurable(error);
		}
	}

	async close(): Promise<void> {
		this.#closed = true;
		await this.#next?.catch(() => {});
		await this.#running;
		clearTimeout(this.#askAgain);
		await this.#file?.close();
	}
}

/** Before the first write there is no log, and nothing to bring to the disk. */
async function openIfThere(path: string): Promise<FileHandle | undefined> {
	try {
		return await open(path, "r+");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}
