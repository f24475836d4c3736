import { DAY } from "../platform/dates/day-boundaries.server.ts";
import { newestBackup } from "./backup-folder.server.ts";

const HOUR = 3_600_000;
/** A clock that is set right is moved by less. */
const SET_RIGHT_MS = DAY;
/** One that was moved by more, and stays so, has been wrong before. */
const BELIEVED_AFTER_MS = DAY;
/** A clock that is wrong when the machine starts is set right by then. */
const SETTLED_MS = 2 * HOUR;
/** Until then the newest copy is taken to be no older. */
const UNSEEN_MS = 7 * DAY;

/** When this process has first found the clock moved ahead, by the one that nobody sets; null: it was not moved. */
let aheadSince: number | null = null;

/**
 * The time by which copies are too old. By a clock that is a month ahead, and is set right an hour later, all that there
 * is to go back to would be gone. So a clock that was moved ahead is believed after a day, and until then time goes on as
 * it has since the process began; and in a process that has just begun it is no more than a week past the newest copy.
 * @param process when it has begun, by the clock of then, and how long ago that is by one that nobody sets
 */
export async function readAgeTime(
	folder: string,
	now: number,
	{ begun, passed } = { begun: performance.timeOrigin, passed: performance.now() },
): Promise<number> {
	const isAhead = now > begun + passed + SET_RIGHT_MS;
	aheadSince = isAhead ? (aheadSince ?? passed) : null;
	const isBelieved = aheadSince === null || passed - aheadSince > BELIEVED_AFTER_MS;
	// The clock that nobody sets has fractions of a millisecond, which no column takes.
	const time = isBelieved ? now : Math.floor(begun + passed);
	if (passed > SETTLED_MS) return time;
	// Copies of this process bear its own time.
	const newest = await newestBackup(folder, begun - HOUR);
	return newest === null ? time : Math.min(time, newest + UNSEEN_MS);
}
