import { statfs } from "node:fs/promises";

/** Bytes after which the disk is looked at again. */
const LOOK_BYTES = 4 * 1024 ** 2;

/** Finds how many bytes the disk of a folder has room for, of those that a process without privileges may write. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytes: FreeBytes = async (folder) => {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
};

/**
 * Passes bytes on, and looks from time to time whether the disk still has room: of many that are received at the same
 * time each would find it before, and all together would fill the disk, where the database writes, too.
 * @param checkRoom throws where there is none
 */
export async function* whileRoom(
	bytes: AsyncIterable<Uint8Array>,
	checkRoom: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
	let unlooked = 0;
	for await (const chunk of bytes) {
		unlooked += chunk.length;
		if (unlooked >= LOOK_BYTES) {
			unlooked = 0;
			await checkRoom();
		}
		yield chunk;
	}
}
