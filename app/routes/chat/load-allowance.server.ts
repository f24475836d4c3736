import { readAllowance } from "../../billing/allowance.server.ts";
import { DAY, dayNumber } from "../../billing/days.ts";
import { config } from "../../config.server.ts";
import { db } from "../../db/current.server.ts";

const inThisYear = new Intl.DateTimeFormat("ru", {
	day: "numeric",
	month: "long",
	timeZone: config.timeZone,
});

/** A stretch at least so long is a month to people. */
const MONTH = 28 * DAY;

/** What the chat says about the messages that are left. */
export async function loadAllowance(accountId: string, now: number) {
	const { granted, left, from, until, inForce } = await readAllowance(db, accountId, now);
	const days = dayNumber(until, config.timeZone) - dayNumber(now, config.timeZone);
	return {
		granted,
		left,
		plan: inForce.plan.title,
		stretch:
			until - from <= 25 * (DAY / 24)
				? ("day" as const)
				: until - from >= MONTH
					? ("month" as const)
					: ("other" as const),
		/** When it fills again: a date, or null for tomorrow. */
		date: days <= 1 ? null : inThisYear.format(until),
	};
}

export type LoadedAllowance = Awaited<ReturnType<typeof loadAllowance>>;
