const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An unpaid payment expires here after this time; ЮKassa itself gives an hour to pay by card. */
export const EXPIRES_AFTER_MS = 2 * HOUR;
/** How long a creation without a clear result is repeated. Nobody can pay it meanwhile. */
export const CREATION_TRIED_FOR_MS = HOUR;
/** After this time the job asks no more. A webhook or the return page still may. */
const POLLED_FOR_MS = 72 * HOUR;
/** A check that is overdue for so long and has no job was moved by a server of the release before the queue of jobs. */
export const JOBLESS_AFTER_MS = 5 * MINUTE;

/**
 * When to repeat a call without a clear result: ЮKassa asks for once a minute as long as it does not know itself,
 * unless it has said when. Reloading a page does not repeat it more often.
 */
export const repeatAt = (now: number, retryAfterMs = MINUTE) => now + Math.max(SECOND, retryAfterMs);

/**
 * When a creation without a clear result is repeated. Only a charge is repeated for longer than an hour, and each time
 * the gateway's lists of payments are searched for it first.
 */
export const repeatCreationAt = ({ created_at }: { created_at: number }, now: number) =>
	repeatAt(now, now - created_at >= CREATION_TRIED_FOR_MS ? HOUR : MINUTE);

/**
 * Whether this process has stood still since a moment of its clock, as on a machine that was suspended. What the gateway
 * has said by then may hold no longer: another server has gone on, and the gateway forgets a key after a day.
 */
export const hasStoodStill = (since: number): boolean => Date.now() - since > HOUR;

/**
 * When the job asks about something next: soon at first, then each time after half its age again, so that
 * some twenty requests cover three days. Null: no more.
 * @param since when it began
 */
export function nextCheck(since: number, now: number): number | null {
	const age = Math.max(0, now - since);
	if (age >= POLLED_FOR_MS) return null;
	return now + Math.max(MINUTE, Math.floor(age / 2));
}
