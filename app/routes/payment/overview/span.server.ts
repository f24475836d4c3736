import type { TFunction } from "i18next";
import { DAY } from "../../../platform/dates/day-boundaries.server.ts";

const HOUR = DAY / 24;

/** A duration in whole days, or in hours when it is less than one. Rounded down. */
export const span = (ms: number, t: TFunction<"payment">) =>
	ms >= DAY
		? t("plan.days", { count: Math.floor(ms / DAY) })
		: t("plan.hours", { count: Math.floor(ms / HOUR) });
