import { describe, expect, test } from "vitest";
import { findWorse, numbersOf, rowsOf } from "../../bin/bench/support/compare.ts";

const figure = (measured: string, limit: string, what = "a page, ms") => ({
	what,
	measured,
	bar: "–",
	limit,
});

describe("the comparison of measurements with the recorded ones", () => {
	test.each([
		["1,234 (1.12 ×)", [1234]],
		["46 / 124", [46, 124]],
		["2.5", [2.5]],
		["all", []],
		["–", []],
	])("the numbers of %s", (cell, expected) => {
		expect(numbersOf(cell)).toEqual(expected);
	});

	test("a figure counts as times its control of the same round", () => {
		const rows = rowsOf("x", [[figure("20", "10")], [figure("60", "20")], [figure("45", "15")]]);
		expect(Object.values(rows)).toEqual([{ index: 3, spread: 10 / 15 }]);
	});

	test("without a control the figure itself counts, each part of it", () => {
		const rows = rowsOf("x", [[figure("46 / 124", "–")], [figure("46 / 124", "–")]]);
		expect(Object.values(rows)).toEqual([
			{ index: 46, spread: 0 },
			{ index: 124, spread: 0 },
		]);
	});

	test("worse is what exceeds the record by more than the control moves, then or now", () => {
		const recorded = rowsOf("x", [[figure("20", "10")], [figure("20", "11")]]);
		const now = (ours: string) => rowsOf("x", [[figure(ours, "10")]]);
		expect(findWorse(recorded, now("21"))).toEqual([]);
		expect(findWorse(recorded, now("30"))).toHaveLength(1);
		const noisy = rowsOf("x", [[figure("30", "10")], [figure("30", "10")], [figure("45", "16")]]);
		expect(findWorse(recorded, noisy)).toEqual([]);
	});

	test("of requests a second fewer are worse", () => {
		const rows = (ours: string) => rowsOf("x", [[figure(ours, "–", "/login, requests/s")]]);
		expect(findWorse(rows("100"), rows("80"))).toHaveLength(1);
		expect(findWorse(rows("100"), rows("120"))).toEqual([]);
	});

	test("a row without a record is not compared", () => {
		expect(findWorse({}, rowsOf("x", [[figure("20", "10")]]))).toEqual([]);
	});
});
