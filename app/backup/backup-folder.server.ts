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
/** What people have deleted is in copies of updates and acts for no longer, as the privacy policy says. */
const MOST_DAYS = 30;
/** A file that is newer by more was written while the clock was ahead: it says nothing about now. */
const AHEAD_MS = 3_600_000;
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
 * Removes copies of earlier days, acts and updates but the newest, those of acts and updates after a month, unless there
 * is no newer copy, and what killed processes have left. Copies of days to come, which a clock that was ahead has left,
 * take nobody's place, and go when their days have passed. One that cannot be removed is logged: a drive may lock what is
 * old, and new copies are made all the same.
 * @param keep how many copies of days are kept
 * @param elsewhere when the newest copy of the folder that copies go into now was made: of this one, which they went into
 * before, all go after a month
 * @param time by which a month has passed, where the clock may be ahead: of `readAgeTime`
 */
export async function forgetOldBackups(
	folder: string,
	keep: number,
	now: number,
	elsewhere: number | null = null,
	time = now,
): Promise<void> {
	const names = (await namesIn(folder)).toSorted();
	// Where the day begins first it is tomorrow already.
	const daily = names.filter((name) => DAILY.test(name) && name <= dailyName(now + DAY, "UTC"));
	const asked = names.filter((name) => ASKED.test(name));
	const copies = await byAge(folder, names.filter(isCopy));
	const isLeft = elsewhere !== null && copies.every(({ at }) => at < elsewhere);
	const updates = copies.filter(({ name }) => BEFORE_UPDATE.test(name));
	const unfinished = await byAge(
		folder,
		names.filter((name) => UNFINISHED.test(name)),
	);
	const old = new Set([
		...(isLeft ? copies : copies.slice(0, -1).filter(({ name }) => !DAILY.test(name)))
			.filter(({ at }) => at < time - MOST_DAYS * DAY)
			.map(({ name }) => name),
		...daily.slice(0, -keep),
		...asked.slice(0, -KEPT_OF_ASKED),
		...updates.slice(0, -KEPT_OF_UPDATES).map(({ name }) => name),
		...unfinished.filter(({ at }) => at < now - DAY).map(({ name }) => name),
	]);
	await forEachItem(old, (name) => rm(join(folder, name), { force: true })).catch(
		({ errors }: AggregateError) =>
			log.error("Старые копии не удалены", { copies: errors.length, error: errors[0] }),
	);
}

/** The name of the newest copy of a day, today's at the latest; null where there is none. */
export async function newestDailyBackup(
	folder: string,
	now: number,
	timeZone: string,
): Promise<string | null> {
	const today = dailyName(now, timeZone);
	const names = (await namesIn(folder)).filter((name) => DAILY.test(name) && name <= today);
	return names.toSorted().at(-1) ?? null;
}

/** When the newest copy was made; null where there is none. */
export async function newestBackup(folder: string, now: number): Promise<number | null> {
	return (await copiesByAge(folder)).findLast(({ at }) => at <= now + AHEAD_MS)?.at ?? null;
}

/** The size of the newest copy; 0 where there is none. */
export async function bytesOfNewestBackup(folder: string): Promise<number> {
	return (await copiesByAge(folder)).at(-1)?.bytes ?? 0;
}

async function copiesByAge(folder: string) {
	return byAge(folder, (await namesIn(folder)).filter(isCopy));
}

const isCopy = (name: string) => [DAILY, BEFORE_UPDATE, ASKED].some((kind) => kind.test(name));

async function namesIn(folder: string): Promise<string[]> {
	return readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
}

/** The oldest first. Another server may remove one meanwhile. */
async function byAge(folder: string, names: string[]) {
	const ages = names.map(async (name) => {
		const found = await stat(join(folder, name)).catch(() => null);
		return found ? [{ name, at: found.mtimeMs, bytes: found.size }] : [];
	});
	return (await Promise.all(ages)).flat().toSorted((a, b) => a.at - b.at);
}
