import { DAY, dayStart, dayStartAfter, hourIn } from "../../platform/dates/day-boundaries.server.ts";

const HOUR = DAY / 24;

/** How long before a charge its e-mail has to have been sent, or there is no charge. */
export const NOTICE_MS = 3 * DAY;
/** How long before the end of the paid time the e-mail is sent, and the first charge is made. */
export const TOLD_BEFORE = 5 * DAY;
const CHARGED_BEFORE = DAY;
/**
 * Charges run only between these hours of the operator's zone, so that a bank's text message does not arrive at night.
 */
const FIRST_HOUR = 10;
const LAST_HOUR = 20;
/** Within these hours also on a day that began an hour earlier or later. */
const MORNING = 11 * HOUR;
/** A charge delayed by more than this after the announced day is announced again. */
export const LATE_MS = 3 * DAY;
/** Nobody who could not be told for so long after the end of the paid time expects a charge any more. */
export const UNTOLD_MS = 30 * DAY;
/** After the last attempt, or when one has no end: that long after the end of the paid time it is over. */
const OVER_MS = 6 * DAY;
/** Each minute of an hour the bank is asked about a charge; one without an end after it is worth a look. */
export const STUCK_MS = HOUR;
/** The link in the e-mail that turns the renewal off. */
export const STOP_LINK_MS = 7 * DAY;
/** A card that ends sooner than this after now gets an e-mail. */
export const EXPIRY_TOLD_BEFORE = 30 * DAY;
export const MAX_ATTEMPTS = 4;

/** The next moment, from `at` on, at which a charge may be made, whichever attempt it is. */
export const chargeTime = (at: number, timeZone: string): number =>
	nextBetween(FIRST_HOUR, LAST_HOUR, at, timeZone);

function nextBetween(first: number, last: number, at: number, timeZone: string): number {
	const hour = hourIn(at, timeZone);
	if (hour < first) return dayStart(at, timeZone) + MORNING;
	return hour < last ? at : dayStartAfter(at, 1, timeZone) + MORNING;
}

/** When the e-mail about the next charge is due. */
export const noticeTime = (paidUntil: number): number => paidUntil - TOLD_BEFORE;

/** The same while none was posted: one that is overdue is posted as soon as it can be, and not on a day that is over. */
export const nextNoticeTime = (paidUntil: number, now: number): number =>
	Math.max(noticeTime(paidUntil), now);

/**
 * The moment of a charge that is told of now. The later attempts follow by whole days: an hour inside of the hours of
 * charges, none of them leaves these when summer time begins or ends in between.
 * @returns at least four days ahead, so that the e-mail has a day to be sent
 */
export const chargeTimeTold = (paidUntil: number, now: number, timeZone: string): number =>
	nextBetween(
		FIRST_HOUR + 1,
		LAST_HOUR - 1,
		Math.max(paidUntil - CHARGED_BEFORE, now + TOLD_BEFORE - CHARGED_BEFORE),
		timeZone,
	);

/**
 * All attempts of a period: the day that was told, the end of the paid time, two and five days later. Where the first
 * was postponed beyond that end, the others follow a day after it.
 */
export function attemptTimes(paidUntil: number, chargeAt: number): [number, number, number, number] {
	const end = anchorOf(paidUntil, chargeAt);
	return [chargeAt, end, end + 2 * DAY, end + 5 * DAY];
}

/**
 * The earliest moment at which an attempt can have been sent, whatever day was told of it: a database that was restored
 * from a copy may not know the charge that was made after the copy, nor its day.
 * @param attempt from 1
 */
export const earliestSending = (paidUntil: number, attempt: number): number =>
	attemptTimes(paidUntil, paidUntil - CHARGED_BEFORE)[attempt - 1] ?? paidUntil - CHARGED_BEFORE;

/** When everything about a period has to be over. */
export const periodOver = (paidUntil: number, chargeAt: number): number =>
	anchorOf(paidUntil, chargeAt) + OVER_MS;

const anchorOf = (paidUntil: number, chargeAt: number) => Math.max(paidUntil, chargeAt + CHARGED_BEFORE);
