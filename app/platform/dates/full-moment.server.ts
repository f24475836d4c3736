/**
 * «понедельник, 23 ноября 2026 г. в 09:30 GMT+3», in any time zone. The formatter is not kept: a moment is told rarely
 * so, and in zones that anybody may name.
 */
export const fullMomentIn = (timeZone: string, at: number): string =>
	new Intl.DateTimeFormat("ru", {
		weekday: "long",
		day: "numeric",
		month: "long",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		timeZoneName: "shortOffset",
		timeZone,
	}).format(at);
