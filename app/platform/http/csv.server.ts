import { isoDayIn } from "../dates/day-boundaries.server.ts";
import { PRIVATE } from "./http.server.ts";
import { textStream } from "./text-stream.server.ts";

/** Text that a spreadsheet would take for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of a table in the form that Excel opens in Russian: semicolons, and an apostrophe before a formula. */
export const csvLine = (values: readonly (string | number | null)[]): string =>
	`${values.map((value) => cell(value)).join(";")}\r\n`;

function cell(value: string | number | null): string {
	if (typeof value === "number") return String(value);
	const text = value ?? "";
	const harmless = FORMULA.test(text) ? `'${text}` : text;
	return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * A table as a file, sent as it is read. With a byte order mark: without it Excel does not take it for UTF-8.
 * @param name of the file in Latin letters; the day is added
 */
export function csvResponse(name: string, lines: AsyncIterable<string>, timeZone: string): Response {
	async function* marked() {
		yield "\ufeff";
		yield* lines;
	}
	const file = `${name}-${isoDayIn(Date.now(), timeZone)}.csv`;
	return new Response(textStream(marked()), {
		headers: {
			...PRIVATE,
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="${file}"`,
		},
	});
}
