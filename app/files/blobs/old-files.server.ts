import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { forEachItem } from "../../platform/for-each-item.server.ts";

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

/**
 * Removes files. One that cannot be removed keeps no other: a network drive puts folders of its own between them.
 * @throws {AggregateError}
 */
export const removeAll = (paths: Iterable<string> | AsyncIterable<string>): Promise<void> =>
	forEachItem(paths, (path) => rm(path, { force: true }));

/** Removes the files of a folder that are older than `time`. @throws {AggregateError} */
export async function removeOld(folder: string, time: number): Promise<void> {
	const names = await olderThan(folder, await namesIn(folder), time);
	await removeAll(names.map((name) => join(folder, name)));
}
