import { type FileHandle, open } from "node:fs/promises";

/**
 * Brings what has been committed to the disk, off the event loop. SQLite's own way, `synchronous = full`, does it
 * inside the commit: `node:sqlite` then holds the whole server for as long as the disk takes, and a crowd that
 * signs in makes everybody wait. So SQLite only writes into its log (`synchronous = normal`, which still syncs in
 * the right order around a checkpoint), and whoever wrote is told so after this. Writes of one moment share a sync.
 */
export class DiskSync {
	readonly #path: string;
	#file: FileHandle | undefined;
	#running: Promise<void> = Promise.resolve();
	#next: Promise<void> | undefined;

	/** @param path of the write-ahead log; it is there from the first write until the last connection closes */
	constructor(path: string) {
		this.#path = path;
	}

	/** Resolves when everything that was committed before the call is on the disk. */
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
		this.#file ??= await openIfThere(this.#path);
		await this.#file?.datasync();
	}

	async close(): Promise<void> {
		await this.#next?.catch(() => {});
		await this.#running;
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
