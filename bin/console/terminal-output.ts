import { shortMinuteOf } from "../../app/platform/dates/dates.server.ts";

/** Prints a line on the terminal. Foreign text must not contain control sequences. */
export function printLine(line = ""): void {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what must not pass
	process.stdout.write(`${line.replace(/[\u0000-\u001f\u007f-\u009f]/g, "�")}\n`);
}

/** «21.11.2026, 09:30», in the operator's time zone. */
export const formatTime = (time: number | null) => (time === null ? "—" : shortMinuteOf(time));

/** Aligned columns, each as wide as its widest value. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join("  ")
			.trimEnd(),
	);
}
