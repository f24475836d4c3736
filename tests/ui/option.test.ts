import { expect, test } from "vitest";
import { aroundMatch, matching } from "../../app/ui/option.ts";

const CITIES = ["Казань", "Королёв", "Нижний Новгород", "Орёл"].map((label) => ({ value: label, label }));
const found = (typed: string) => matching(CITIES, typed).map(({ label }) => label);

test("what was typed is found anywhere in a name, in any case, «ё» being «е»", () => {
	expect(found("ОРЕ")).toEqual(["Орёл"]);
	expect(found(" новг ")).toEqual(["Нижний Новгород"]);
	expect(found("лёв")).toEqual(["Королёв"]);
	expect(found("Атлантида")).toEqual([]);
	expect(found("  ")).toHaveLength(CITIES.length);
});

test("the place that matches is shown as it is written", () => {
	expect(aroundMatch("Королёв", "лев")).toEqual(["Коро", "лёв", ""]);
	expect(aroundMatch("Казань", "")).toEqual(["Казань", "", ""]);
});
