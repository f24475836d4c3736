import { expect, test } from "vitest";
import { encodeAs } from "../../support/documents/pdf.ts";
import { readBytes } from "./read.ts";

const BOOK =
	"Настольная книга администратора.\nГлава первая: «Установка системы», ещё до обеда.\n\nДальше — больше.";

test.each(["windows-1251", "koi8-r", "ibm866", "x-mac-cyrillic"])(
	"a text in %s is readable",
	async (encoding) => {
		const { outcome, text } = await readBytes(
			encodeAs(encoding, BOOK.replace("—", "-").replace(/[«»]/g, '"')),
			"book.txt",
		);
		expect(text).toBe(BOOK.replace("—", "-").replace(/[«»]/g, '"'));
		expect(outcome).toMatchObject({ outcome: "read", type: "text", pages: 0, characters: text.length });
	},
);

test.each([
	["utf-8", Buffer.from(BOOK)],
	["utf-8 with a mark", Buffer.from(`\ufeff${BOOK}`)],
	["utf-16le with a mark", Buffer.from(`\ufeff${BOOK}`, "utf16le")],
	["utf-16le without", Buffer.from(BOOK, "utf16le")],
	["utf-16be with a mark", Buffer.from(`\ufeff${BOOK}`, "utf16le").swap16()],
])("a text in %s is readable", async (_, bytes) => {
	expect((await readBytes(bytes, "book.txt")).text).toBe(BOOK);
});

test("an encoding is known by letters that stand far from the beginning", async () => {
	const code = `${"const x = 1;\n".repeat(20_000)}// `;
	const { text } = await readBytes(
		Buffer.concat([Buffer.from(code), encodeAs("windows-1251", "Конец файла")]),
		"x.js",
	);
	expect(text.endsWith("// Конец файла")).toBe(true);
});

test("a Western text is not taken for a Russian one", async () => {
	const { text } = await readBytes(Buffer.from("Le café était fermé à midi, dommage.", "latin1"), "a.txt");
	expect(text).toBe("Le café était fermé à midi, dommage.");
});

test("the headings of Markdown are sections, but not those in code", async () => {
	const { outcome, parts } = await readBytes(
		"Вступление\n\n# Договор\n\n## Сроки\n\nДо 1 мая.\n\n```sh\n# не заголовок\n```\n\n## Цена\n\n100 ₽",
		"договор.md",
	);
	expect(outcome).toMatchObject({ type: "markdown" });
	expect(parts).toEqual([
		{ number: 0, section: null, text: "Вступление" },
		{
			number: 0,
			section: "Договор › Сроки",
			text: "# Договор\n\n## Сроки\n\nДо 1 мая.\n\n```sh\n# не заголовок\n```",
		},
		{ number: 0, section: "Договор › Цена", text: "## Цена\n\n100 ₽" },
	]);
});

test("the rows of CSV are rows of a table, whatever the delimiter", async () => {
	const { outcome, text } = await readBytes(
		encodeAs(
			"windows-1251",
			'Имя;Сумма;Примечание\r\n"Иванов; И.";1 000,50;"сказал ""да""\nи ушёл"\r\n;;\r\nПетров;2;a|b\r\n',
		),
		"t.csv",
	);
	expect(outcome).toMatchObject({ type: "csv" });
	expect(text).toBe(
		'| Имя | Сумма | Примечание |\n| --- | --- | --- |\n| Иванов; И. | 1 000,50 | сказал "да" и ушёл |\n| Петров | 2 | a\\|b |',
	);
});

test("code keeps its indents, and the name says that it is code", async () => {
	const code = "def f():\n    if x:\n        return 1\n\ndef g():\n    pass";
	const { outcome, text } = await readBytes(code, "a.py");
	expect(outcome).toMatchObject({ type: "code" });
	expect(text).toBe(code);
});

test("a long text comes in parts that are small for the server", async () => {
	const text = Array.from({ length: 3_000 }, (_, i) => `Абзац номер ${i} этого длинного текста.`).join(
		"\n\n",
	);
	const { parts, outcome } = await readBytes(text, "a.txt");
	expect(parts.length).toBeGreaterThan(2);
	expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(32_000);
	expect(parts.map(({ text }) => text).join("\n\n")).toBe(text);
	expect(outcome).toMatchObject({ outcome: "read" });
});

test.each([
	["headings", (i: number) => `## Пункт ${i}: Исполнитель обязан передать документы`],
	["headings as long as books", (i: number) => `## Пункт ${i}: ${"документ ".repeat(5_000)}`],
	["items of a list", (i: number) => `- Пункт ${i}: Исполнитель обязан передать документы`],
])("a document of nothing but %s comes whole, in parts that are small for the server", async (_, line) => {
	const document = Array.from({ length: 1_500 }, (_, i) => line(i))
		.join("\n")
		.slice(0, 400_000);
	const { parts, outcome, text } = await readBytes(document, "a.md");
	expect(outcome).toMatchObject({ outcome: "read" });
	expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(32_000);
	const words = (text: string) => text.match(/[^\s#]+/g);
	expect(words(text)).toEqual(words(document));
});

test("what a database cannot take does not get through", async () => {
	const { text } = await readBytes("й и\u0306 \u0001мир\u00ad\u200b, не\u00a0пусто", "a.txt");
	expect(text).toBe("й й мир, не пусто");
});
