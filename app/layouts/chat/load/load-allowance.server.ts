import type { RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { requestPlan } from "../../../billing/http/request-plan.server.ts";
import { ourTerms } from "../../../billing/payments/terms.server.ts";
import { readAllowance } from "../../../billing/quota/allowance.server.ts";
import { config } from "../../../platform/config.server.ts";
import { nearDayOf, timeOf } from "../../../platform/dates/dates.server.ts";
import { DAY, dayNumber } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";

const { timeZone } = config;

/** A quota period at least this long is shown as a month. */
const MONTH = 28 * DAY;

/** The chat's display of the remaining messages. */
export async function loadAllowance(context: Readonly<RouterContextProvider>, now: number) {
	const known = await requestPlan(context, db());
	const allowance = await readAllowance(db(), signedIn(context).id, now, ourTerms, known);
	const { granted, left, from, until, inForce } = allowance;
	const days = dayNumber(until, timeZone) - dayNumber(now, timeZone);
	return {
		granted,
		left,
		plan: inForce.plan,
		planTitle: inForce.plan.title,
		period:
			until - from <= 25 * (DAY / 24)
				? ("day" as const)
				: until - from >= MONTH
					? ("month" as const)
					: ("other" as const),
		/** When the quota renews: today at a time, tomorrow, or on a date. */
		time: days <= 0 ? timeOf(until) : null,
		date: days <= 1 ? null : nearDayOf(until),
		/** The quota does not renew: the paid period ends. */
		last: inForce.paidUntil === until,
	};
}

export type LoadedAllowance = Omit<Awaited<ReturnType<typeof loadAllowance>>, "plan">;
