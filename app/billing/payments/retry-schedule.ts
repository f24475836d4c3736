const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** After so long without being paid a payment has run out for us; ЮKassa itself gives an hour to pay by card. */
export const EXPIRES_AFTER = 2 * HOUR;
/** So long we try to have a payment created whose creation brought no clear answer. Nobody can pay it meanwhile. */
export const CREATION_TRIED_FOR = HOUR;
/** After so long the clock asks no more. A notification or the return page still may. */
const ASKED_FOR = 72 * HOUR;

/**
 * When to repeat what brought no clear answer: ЮKassa asks for once a minute as long as it does not know itself, unless
 * it has said when. People who reload a page do not make it more often.
 */
export const repeatAt = (now: number, retryAfterMs = MINUTE) => now + Math.max(SECOND, retryAfterMs);

/**
 * When the clock asks about something next: soon at first, then each time after half its age again, so that
 * some twenty questions cover three days. Null: no more.
 * @param since when it began
 */
export function nextCheck(since: number, now: number): number | null {
	const age = Math.max(0, now - since);
	if (age >= ASKED_FOR) return null;
	return now + Math.max(MINUTE, Math.floor(age / 2));
}
