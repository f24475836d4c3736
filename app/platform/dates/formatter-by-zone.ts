/** A formatter for each time zone, made with its first use: making one takes longer than formatting with it. */
export function formatterByZone(
	locale: string,
	options: Intl.DateTimeFormatOptions,
): (timeZone: string) => Intl.DateTimeFormat {
	const made = new Map<string, Intl.DateTimeFormat>();
	return (timeZone) => {
		const known = made.get(timeZone);
		if (known) return known;
		const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone });
		made.set(timeZone, formatter);
		return formatter;
	};
}
