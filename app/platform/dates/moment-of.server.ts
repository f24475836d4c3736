import { CLOCKS } from "../../i18n/ru/time-zones.ts";
import { formatterByZone } from "./formatter-by-zone.ts";

const minuteFormat = formatterByZone("ru", {
	day: "numeric",
	month: "long",
	year: "numeric",
	hour: "2-digit",
	minute: "2-digit",
	timeZoneName: "shortOffset",
});

/**
 * «3 сентября 2026 в 14:05 по Москве», for an e-mail: a reader may live in another time zone than the operator. A zone
 * whose clock has no name in Russian gives «14:05 (UTC+6)».
 */
export function momentOf(timeZone: string, at: number): string {
	const parts = minuteFormat(timeZone).formatToParts(at);
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value;
	const offset = part("timeZoneName")?.replace("GMT", "UTC").replace(/\+0$/, "");
	const clock = CLOCKS[timeZone] ?? `(${offset})`;
	const day = `${part("day")}\u00a0${part("month")} ${part("year")}`;
	return `${day} в\u00a0${part("hour")}:${part("minute")} ${clock}`;
}
