import { type Count, leftOf, throttle } from "../../../accounts/throttle.server.ts";
import { config } from "../../../platform/config.server.ts";
import { dayNumber, dayStartAfter } from "../../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../platform/db/connection.server.ts";

/**
 * Counts a call of tools that an account begins, if it may begin one more today: a day of the operator's zone. Nothing
 * comes back before its end, since the count is kept as of that moment; then it is swept.
 * @returns whether it may begin
 */
export async function countCall(trx: Db, accountId: string, perDay: number, now: number): Promise<boolean> {
	if (perDay < 1) return false;
	return (await throttle(trx, countOf(accountId, perDay, now), endOfDay(now))).allowed;
}

/** Whether an account may begin one more call today. Counts nothing. */
export async function mayBeginCall(
	db: Db,
	accountId: string,
	perDay: number,
	now = Date.now(),
): Promise<boolean> {
	return perDay >= 1 && (await leftOf(db, countOf(accountId, perDay, now), endOfDay(now))) >= 1;
}

const countOf = (accountId: string, perDay: number, now: number): Count => ({
	key: `tools ${accountId} ${dayNumber(now, config.timeZone)}`,
	limit: { burst: perDay, everyMs: 1 },
});

const endOfDay = (now: number) => dayStartAfter(now, 1, config.timeZone);
