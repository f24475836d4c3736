/** One line of the table: name, figure, target, baseline of the same run. */
export type Figure = { what: string; measured: string; bar: string; limit: string };

/** Prints the figures as a Markdown table, ready for docs/performance.md. */
export function printTable(figures: Figure[]): void {
	const rows = [
		["What", "Measured", "Bar", "Baseline, same run"],
		["---", "---", "---", "---"],
		...figures.map(({ what, measured, bar, limit }) => [what, measured, bar, limit]),
	];
	for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

export const median = (values: number[]) => {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const round = (value: number, digits = 1) => Number(value.toFixed(digits)).toLocaleString("en");
