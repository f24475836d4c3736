const format = new Intl.DateTimeFormat("ru", {
	day: "numeric",
	month: "long",
	year: "numeric",
	timeZone: "UTC",
});

/** «2026-11-21» as it is written in a legal document: «21 ноября 2026 года», with no-break spaces. */
export function russianDate(date: string): string {
	const parts = Object.fromEntries(format.formatToParts(new Date(date)).map((p) => [p.type, p.value]));
	return `${parts.day}\u00a0${parts.month} ${parts.year}\u00a0года`;
}
