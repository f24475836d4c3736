import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The names in a folder; none where there is no such folder. */
export const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Finds the files, of these, that were written, and named, before `time`. */
export async function olderThan(folder: string, names: readonly string[], time: number): Promise<string[]> {
	const old: string[] = [];
	for (const name of names) {
		const found = await stat(join(folder, name)).catch(() => null);
		// A renamed file keeps the time of its bytes; its change time says when it was renamed.
		if (found && Math.max(found.mtimeMs, found.ctimeMs) < time) old.push(name);
	}
	return old;
}

/** Removes the files of a folder that are older than `time`. */
export async function removeOld(folder: string, time: number): Promise<void> {
	for (const name of await olderThan(folder, await namesIn(folder), time))
		await rm(join(folder, name), { force: true });
}
