import { readdirSync, readlinkSync } from "node:fs";

/**
 * How many files a process has open, by the system's list (Linux).
 * @param pid of the same user
 * @param words that the path of each has
 */
export function openFiles(pid: number, words: string): number {
	const folder = `/proc/${pid}/fd`;
	return readdirSync(folder).filter((fd) => pathOf(`${folder}/${fd}`).includes(words)).length;
}

/** "": it has been closed meanwhile. */
function pathOf(link: string): string {
	try {
		return readlinkSync(link);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		return "";
	}
}
