import type { TFunction } from "i18next";
import { DAY } from "../../../platform/dates/day-boundaries.server.ts";

const HOUR = DAY / 24;

/** A duration in whole days, or in hours when it is less than one. Rounded down, to an hour at the least. */
export const span = (ms: number, t: TFunction<"payment">) =>
	ms >= DAY
		? t("plan.days", { count: Math.floor(ms / DAY) })
		: t("plan.hours", { count: Math.max(1, Math.floor(ms / HOUR)) });

/** The same with the hours beside the days, so that it fits a sum that is reckoned by the moment. */
export function exactSpan(ms: number, t: TFunction<"payment">): string {
	const hours = Math.floor((ms % DAY) / HOUR);
	return ms < DAY || hours === 0 ? span(ms, t) : `${span(ms, t)} ${t("plan.hours", { count: hours })}`;
}
