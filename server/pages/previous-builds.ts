import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { loadStaticFiles, type StaticFiles } from "./static-files.ts";

/** The time after an update for which an open tab still finds the scripts and styles of its build. */
export const RETENTION_MS = 24 * 3_600_000;
/** With more updates than this in a day no tab is that old. */
const MAX_PREVIOUS_BUILDS = 5;
/** Two hundred files at once would delay every stream by a tenth of a second. */
const BETWEEN_FILES_MS = 10;

/** The folders of files that a tab loads after its page. */
const RETAINED_FOLDERS = ["assets", "builds/meta"];
/** File in the folder of an outdated build: the time of the update (ms). */
const REPLACED = "replaced";
/** A copy under way. Its name is no build id, so it never counts as a build. */
const UNFINISHED = /^\.copying-/;

export type PreviousBuild = { id: string; files: StaticFiles; until: number };

/**
 * The builds that were served from `folder` before this one. Deletes those replaced more than a day ago.
 * @returns those replaced less than a day ago, the last one first
 */
export function previousBuilds(clientBuild: string, folder: string, now = Date.now()): PreviousBuild[] {
	const own = idOf(clientBuild);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const names = readdirSync(folder);
	if (names.includes(own)) rmSync(join(folder, own, REPLACED), { force: true });

	for (const name of names) {
		const path = join(folder, name);
		if (UNFINISHED.test(name) && statSync(path).mtimeMs < now - RETENTION_MS)
			rmSync(path, { recursive: true });
	}
	const previous = names
		.filter((name) => name !== own && !UNFINISHED.test(name))
		.map((id) => ({ id, until: replacedAt(join(folder, id), now) + RETENTION_MS }))
		.sort((a, b) => b.until - a.until);
	const isRetained = ({ until }: { until: number }, index: number) =>
		until > now && index < MAX_PREVIOUS_BUILDS;
	for (const { id } of previous.filter((build, index) => !isRetained(build, index))) {
		rmSync(join(folder, id), { recursive: true, force: true });
	}
	return previous
		.filter(isRetained)
		.map(({ id, until }) => ({ id, until, files: loadStaticFiles(join(folder, id)) }));
}

const idOf = (clientBuild: string): string =>
	JSON.parse(readFileSync(join(clientBuild, "builds/latest.json"), "utf8")).id;

/**
 * Copies this build into `folder`, so that a later one finds it also where the program is replaced as a whole (a new
 * image on the old data). Hundreds of small files, one after another with pauses: answers are being streamed
 * meanwhile.
 */
export async function saveBuild(clientBuild: string, folder: string): Promise<void> {
	const target = join(folder, idOf(clientBuild));
	if (existsSync(target)) return;
	const copy = join(folder, `.copying-${process.pid}`);
	for (const name of RETAINED_FOLDERS) {
		await mkdir(join(copy, name), { recursive: true, mode: 0o700 });
		for (const file of await readdir(join(clientBuild, name))) {
			// The copy lies in the data folder, where every file is readable by the server only.
			await writeFile(join(copy, name, file), await readFile(join(clientBuild, name, file)), { mode: 0o600 });
			await sleep(BETWEEN_FILES_MS);
		}
	}
	// Atomic: as a whole or not at all.
	await rename(copy, target);
}

/** When a build was replaced. Without the mark, it has been replaced just now. */
function replacedAt(build: string, now: number): number {
	try {
		const at = Number(readFileSync(join(build, REPLACED), "utf8"));
		if (Number.isSafeInteger(at)) return at;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
	}
	writeFileSync(join(build, REPLACED), String(now), { mode: 0o600 });
	return now;
}

/** The files of this build, and those of the previous ones for as long as they are kept. */
export function withPrevious(own: StaticFiles, previous: PreviousBuild[], now = Date.now()): StaticFiles {
	const all = new Map(own);
	for (const { files, until } of previous) {
		const added = [...files].filter(([address]) => !all.has(address) && isRetainedAddress(address));
		for (const [address, file] of added) all.set(address, file);
		setTimeout(() => added.forEach(([address]) => void all.delete(address)), until - now).unref();
	}
	return all;
}

const isRetainedAddress = (address: string) =>
	RETAINED_FOLDERS.some((folder) => address.startsWith(`/${folder}/`));
