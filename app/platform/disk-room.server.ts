import { statfs } from "node:fs/promises";

/** Bytes after which the disk is looked at again, of all that are received at the same time. */
const LOOK_BYTES = 4 * 1024 ** 2;

/** Finds how many bytes the disk of a folder has room for, of those that a process without privileges may write. */
type FreeBytes = (folder: string) => Promise<number>;

export const freeBytes: FreeBytes = async (folder) => {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
};

type Look = {
	/** Bytes that have come. */
	come: number;
	/** What was free when the disk was looked at last, and how many bytes had come before. */
	free: number;
	at: number;
	looking: Promise<void> | null;
};

/** By folder: every request opens a store of its own for the same one. */
const looks = new Map<string, Look>();

/** The room on the disk of a folder, of which some bytes stay free. */
export class DiskRoom {
	readonly #folder: string;
	readonly #stayFree: number;
	readonly #free: FreeBytes;
	readonly #full: () => Error;
	readonly #look: Look;

	/**
	 * @param stayFree bytes that stay free, where the database writes, too
	 * @param free how the disk is looked at
	 * @param full makes what is thrown where there is no room
	 */
	constructor(folder: string, stayFree: number, free: FreeBytes, full: () => Error) {
		this.#folder = folder;
		this.#stayFree = stayFree;
		this.#free = free;
		this.#full = full;
		this.#look = looks.get(folder) ?? { come: 0, free: 0, at: 0, looking: null };
		looks.set(folder, this.#look);
	}

	/** Looks at the disk. @param wanted bytes beside those that stay free @throws where there is no room for them */
	async check(wanted = 0): Promise<void> {
		this.#look.looking ??= this.#lookAtDisk().finally(() => {
			this.#look.looking = null;
		});
		await this.#look.looking;
		if (this.#look.free < wanted + this.#stayFree) throw this.#full();
	}

	async #lookAtDisk(): Promise<void> {
		// What comes meanwhile may be missing in what is found.
		const { come } = this.#look;
		this.#look.free = await this.#free(this.#folder);
		this.#look.at = come;
	}

	/**
	 * Passes bytes on, and looks from time to time whether the disk still has room: of many that are received at the same
	 * time each would find it by itself, and all together would fill the disk. Once it gets scarce each of them looks, and
	 * ends. `check()` comes before.
	 */
	async *whileRoom(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
		for await (const chunk of bytes) {
			this.#look.come += chunk.length;
			const { come, free, at } = this.#look;
			const since = come - at;
			if (since >= LOOK_BYTES || free - since < this.#stayFree) await this.check();
			yield chunk;
		}
	}
}
