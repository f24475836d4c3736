import type { TFunction } from "i18next";
import { DAY } from "../../../platform/dates/day-boundaries.ts";

const HOUR = DAY / 24;

/** A length of time as people count it: in whole days, or in hours when it is less than one. Never more than it is. */
export const span = (ms: number, t: TFunction<"payment">) =>
	ms >= DAY
		? t("plan.days", { count: Math.floor(ms / DAY) })
		: t("plan.hours", { count: Math.floor(ms / HOUR) });
