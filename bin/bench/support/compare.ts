import { type Figure, median } from "./table.ts";

/** A figure as it is compared between runs. */
export type Row = {
	/** Median of the rounds: times the control, or the figure itself where there is no control. */
	index: number;
	/** How far the control moved between the rounds, as a share of its median; without a control, the figure. */
	spread: number;
};

/** Rows by measurement and name; a figure such as «p50 / p99» has two. */
export type Rows = Record<string, Row>;

/** The change that rounding alone may make. */
const ROUNDING = 0.01;

/** @param rounds the figures of each round of one measurement, in the same order */
export function rowsOf(measurement: string, rounds: readonly Figure[][]): Rows {
	const rows: Rows = {};
	for (const [i, { what }] of (rounds[0] ?? []).entries()) {
		const measured = rounds.map((figures) => numbersOf(figures[i]?.measured ?? ""));
		const limits = rounds.map((figures) => numbersOf(figures[i]?.limit ?? ""));
		for (let part = 0; part < (measured[0]?.length ?? 0); part++) {
			const ours = measured.map((numbers) => numbers[part] ?? Number.NaN);
			const controls = limits.map((numbers) => numbers[part] ?? 0);
			const isControlled = controls.every((control) => control > 0);
			const indices = ours.map((number, round) => (isControlled ? number / (controls[round] ?? 1) : number));
			const name = `${measurement}: ${i + 1}${part > 0 ? `/${part + 1}` : ""}. ${what}`;
			rows[name] = { index: median(indices), spread: spreadOf(isControlled ? controls : ours) };
		}
	}
	return rows;
}

/** The numbers before any explanation: «46 / 124 (six runs)» has 46 and 124, «all» none. */
export function numbersOf(cell: string): number[] {
	const [figures = ""] = cell.replaceAll(",", "").split("(");
	return [...figures.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
}

function spreadOf(values: number[]): number {
	const middle = median(values);
	return middle > 0 ? (Math.max(...values) - Math.min(...values)) / middle : 0;
}

/**
 * The rows that are worse than recorded by more than the control's own spread, then or now: a line for each. A new row
 * is not compared.
 */
export function findWorse(recorded: Rows, now: Rows): string[] {
	return Object.entries(now).flatMap(([name, row]) => {
		const before = recorded[name];
		if (!before) return [];
		const allowed = 1 + Math.max(before.spread, row.spread, ROUNDING);
		const isMoreBetter = /requests\/s|a second|ins\/s/.test(name);
		const isWorse = isMoreBetter ? row.index * allowed < before.index : row.index > before.index * allowed;
		if (!isWorse) return [];
		const percent = Math.round((allowed - 1) * 100);
		return [
			`${name}: ${shortly(row.index)}, recorded ${shortly(before.index)} (its control moves by ${percent} %)`,
		];
	});
}

const shortly = (number: number) => Number(number.toPrecision(3)).toLocaleString("en");
