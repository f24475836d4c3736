import { throttle } from "../../../accounts/throttle.server.ts";
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
	const { timeZone } = config;
	const key = `tools ${accountId} ${dayNumber(now, timeZone)}`;
	const limit = { burst: perDay, everyMs: 1 };
	return (await throttle(trx, { key, limit }, dayStartAfter(now, 1, timeZone))).allowed;
}
