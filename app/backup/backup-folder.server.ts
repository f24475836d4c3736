import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY, hourIn, isoDayIn } from "../platform/dates/day-boundaries.server.ts";
import { forEachItem } from "../platform/for-each-item.server.ts";
import { log } from "../platform/log.server.ts";

/** Copies of each day are due from this hour on, in the operator's time zone: few people are there. */
const HOUR_OF_COPIES = 3;
/** Copies from before an update that are kept; each is of another schema. */
const KEPT_OF_UPDATES = 3;
const DAILY = /^sobesednik-\d{4}-\d{2}-\d{2}\.backup$/;
const BEFORE_UPDATE = /^before-[\w-]+\.backup$/;
/** Copies that the staff has asked for, of which so many are kept. */
const ASKED = /^asked-\d{8}T\d{6}Z\.backup$/;
const KEPT_OF_ASKED = 3;
/** A copy that is being written has another name at its end. */
const UNFINISHED = /\.backup\.\w+\.part$/;

/** The copy of a day: `sobesednik-2026-11-23.backup`. */
export const dailyName = (now: number, timeZone: string): string =>
	`sobesednik-${isoDayIn(now, timeZone)}.backup`;

/** The copy from before a migration. */
export const nameBefore = (migration: string): string => `before-${migration}.backup`;

/** A copy that was asked for at a moment: `asked-20261123T205100Z.backup`. */
export const askedName = (at: number): string =>
	`asked-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, "")}.backup`;

/** How the path of a copy begins that a process is writing: two may write the same one, also two servers. */
export const partOf = (file: string, pid: number): string => `${file}.${pid}_`;

/** Whether the copy of today is to be made now. */
export async function isDailyDue(folder: string, now: number, timeZone: string): Promise<boolean> {
	return (
		hourIn(now, timeZone) >= HOUR_OF_COPIES && !(await namesIn(folder)).includes(dailyName(now, timeZone))
	);
}

/**
 * Removes copies of earlier days, acts and updates but the newest, and what killed processes have left. One that
 * cannot be removed is logged: a drive may lock what is old, and new copies are made all the same.
 * @param keep how many copies of days are kept
 */
export async function forgetOldBackups(folder: string, keep: number, now: number): Promise<void> {
	const names = (await namesIn(folder)).toSorted();
	const daily = names.filter((name) => DAILY.test(name));
	const asked = names.filter((name) => ASKED.test(name));
	const updates = await byAge(
		folder,
		names.filter((name) => BEFORE_UPDATE.test(name)),
	);
	const unfinished = await byAge(
		folder,
		names.filter((name) => UNFINISHED.test(name)),
	);
	const old = [
		...daily.slice(0, -keep),
		...asked.slice(0, -KEPT_OF_ASKED),
		...updates.slice(0, -KEPT_OF_UPDATES).map(({ name }) => name),
		...unfinished.filter(({ at }) => at < now - DAY).map(({ name }) => name),
	];
	await forEachItem(old, (name) => rm(join(folder, name), { force: true })).catch(
		({ errors }: AggregateError) =>
			log.error("Старые копии не удалены", { copies: errors.length, error: errors[0] }),
	);
}

/** The name of the newest copy of a day; null where there is none. */
export async function newestDailyBackup(folder: string): Promise<string | null> {
	const names = await namesIn(folder);
	return (
		names
			.filter((name) => DAILY.test(name))
			.toSorted()
			.at(-1) ?? null
	);
}

/** When the newest copy was made; null where there is none. */
export async function newestBackup(folder: string): Promise<number | null> {
	return (await newest(folder))?.at ?? null;
}

/** The size of the newest copy; 0 where there is none. */
export async function bytesOfNewestBackup(folder: string): Promise<number> {
	return (await newest(folder))?.bytes ?? 0;
}

async function newest(folder: string) {
	const names = (await namesIn(folder)).filter((name) =>
		[DAILY, BEFORE_UPDATE, ASKED].some((kind) => kind.test(name)),
	);
	return (await byAge(folder, names)).at(-1);
}

async function namesIn(folder: string): Promise<string[]> {
	return readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
}

/** The oldest first. */
async function byAge(folder: string, names: string[]) {
	const ages = names.map(async (name) => {
		const { mtimeMs: at, size: bytes } = await stat(join(folder, name));
		return { name, at, bytes };
	});
	return (await Promise.all(ages)).toSorted((a, b) => a.at - b.at);
}
