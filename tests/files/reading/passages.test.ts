import { expect, test } from "vitest";
import { cutIntoPassages, PASSAGE_CHARACTERS } from "../../../app/files/reading/passages.server.ts";

const cut = (text: string) => cutIntoPassages({ number: 3, section: "Сроки", text }).map(({ text }) => text);
const words = (count: number, word = "слово") =>
	Array.from({ length: count }, (_, i) => `${word}${i}`).join(" ");

test("paragraphs that fit together are one passage, of their page and section", () => {
	expect(cutIntoPassages({ number: 3, section: "Сроки", text: "Первый.\n\nВторой." })).toEqual([
		{ page: 3, section: "Сроки", text: "Первый.\n\nВторой." },
	]);
});

test.each([
	["paragraphs", Array.from({ length: 9 }, () => words(60)).join("\n\n"), "\n\n"],
	["lines", Array.from({ length: 9 }, () => words(60)).join("\n"), "\n"],
	["sentences", Array.from({ length: 9 }, () => `${words(60)}.`).join(" "), " "],
	["words", words(600), " "],
	["letters", "я".repeat(5_000), ""],
])("a long text is cut along its %s, and nothing is lost", (_, text, separator) => {
	const passages = cut(text);
	expect(passages.length).toBeGreaterThan(2);
	expect(Math.max(...passages.map(({ length }) => length))).toBeLessThanOrEqual(PASSAGE_CHARACTERS);
	expect(passages.join(separator)).toBe(text);
});

test("each passage of a table begins with the table's head", () => {
	const head = "| Товар | Цена |\n| --- | --- |";
	const rows = Array.from({ length: 100 }, (_, i) => `| Болты номер ${i} | ${i},50 |`);
	const passages = cut(`${head}\n${rows.join("\n")}`);
	expect(passages.length).toBeGreaterThan(2);
	for (const passage of passages) {
		expect(passage.startsWith(head)).toBe(true);
		expect(passage.length).toBeLessThanOrEqual(PASSAGE_CHARACTERS);
	}
	expect(passages.flatMap((passage) => passage.split("\n").slice(2))).toEqual(rows);
});

test("a character beyond the basic plane is not cut in half", () => {
	const passages = cut(`я${"😀".repeat(2_000)}`);
	expect(passages.every((passage) => passage.isWellFormed())).toBe(true);
});

test("a text of nothing has no passages", () => expect(cut(" \n\n ")).toEqual([]));
