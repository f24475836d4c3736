import { formatterByZone } from "./formatter-by-zone.ts";

const dayFormat = formatterByZone("ru", { day: "numeric", month: "long", year: "numeric" });
const monthFormat = formatterByZone("ru", { month: "long" });

/** «3 сентября 2026», for an e-mail. The day stays beside its month. */
export const dayIn = (timeZone: string, at: number): string =>
	dayFormat(timeZone)
		.format(at)
		.replace(/\s?г\.$/, "")
		.replace(" ", "\u00a0");

/** «сентябрь», in a time zone. */
export const monthIn = (timeZone: string, at: number): string => monthFormat(timeZone).format(at);

/** «2026-11-21» as it is written in a legal document: «21 ноября 2026 года», with no-break spaces. */
export function russianDate(date: string): string {
	const parts = dayFormat("UTC").formatToParts(new Date(date));
	const { day, month, year } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
	return `${day}\u00a0${month} ${year}\u00a0года`;
}
