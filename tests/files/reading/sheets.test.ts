import { expect, test } from "vitest";
import { numberFormat } from "../../../app/files/reading/formats/sheets/number-format.server.ts";
import { cell, openDocument, xlsx } from "../../support/documents/office.ts";
import { readBytes } from "./read.ts";

test("a sheet is a page and a section, cells stand as Excel shows them, in their columns", async () => {
	const { outcome, parts } = await readBytes(
		xlsx(
			{
				Продажи: [
					`${cell("B1", "Дата")}${cell("C1", "Сумма")}${cell("E1", "Доля")}`,
					`${cell("B2", 45_992, 4)}${cell("C2", 1_234_567.5, 1)}${cell("E2", 0.125, 2)}`,
					'<c r="B3" t="s"><v>0</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="e"><v>#ДЕЛ/0!</v></c><c r="E3" t="str"><v>итог</v></c>',
					"",
				],
				Пусто: [],
				"Ещё лист": [cell("A1", 0.1 + 0.2) + cell("XFD1", "далеко")],
			},
			{
				formats: ['#,##0.00" ₽"', "0.0%", "@"],
				shared: ["<r><t>Ко</t></r><r><t>нец</t></r><rPh><t>no</t></rPh>"],
			},
		),
		"t.xlsx",
	);
	expect(outcome).toMatchObject({ outcome: "read", type: "xlsx", pages: 3 });
	expect(parts).toEqual([
		{
			number: 1,
			section: "Продажи",
			text: [
				"| Дата | Сумма |  | Доля |",
				"| --- | --- | --- | --- |",
				"| 01.12.2025 | 1 234 567,50 ₽ |  | 12,5% |",
				"| Конец | ИСТИНА | #ДЕЛ/0! | итог |",
			].join("\n"),
		},
		{ number: 3, section: "Ещё лист", text: "| 0,3 |  | далеко |\n| --- | --- | --- |" },
	]);
});

test.each<[number, string, string]>([
	[1234.5, "General", "1234,5"],
	[1e12, "General", "1000000000000"],
	[0.1 + 0.2, "0.00", "0,30"],
	[1.005, "0.00", "1,01"],
	[-5, "#,##0;(#,##0)", "(5)"],
	[0, '0;-0;"нет"', "нет"],
	[1234567, '#,##0," тыс."', "1 235 тыс."],
	[0.5, "0%", "50%"],
	[7, "000", "7"],
	[12.3, "[$₽-419] 0.##", "₽ 12,3"],
	[45992.75, "dd.mm.yyyy hh:mm", "01.12.2025 18:00"],
	[45992, '[$-419]d mmmm yyyy" г."', "1 декабрь 2025 г."],
	[0.5208333333, "h:mm AM/PM", "12:30 PM"],
	[1.5, "[h]:mm:ss", "36:00:00"],
	[0.0104166667, "mm:ss", "15:00"],
	[1, "yyyy-mm-dd", "1900-01-01"],
	[61, "yyyy-mm-dd", "1900-03-01"],
	[5, "@", "5"],
	[5, '"всего"', "всего"],
])("%s as %s is %s", (value, code, shown) => {
	expect(numberFormat(164, code, false)(value)).toBe(shown);
});

test("days are counted from 1904 where the file says so", () => {
	expect(numberFormat(14, undefined, true)(0)).toBe("01.01.1904");
});

test("a repeated row or cell of LibreOffice counts as often as it is repeated, an empty one not", async () => {
	const p = (text: string) => `<text:p>${text}</text:p>`;
	const sheet = (rows: string) =>
		openDocument("spreadsheet", `<table:table table:name="Лист1">${rows}</table:table>`);
	const { outcome, parts } = await readBytes(
		sheet(
			`<table:table-row><table:table-cell>${p("Товар")}</table:table-cell><table:table-cell table:number-columns-repeated="2"/><table:table-cell table:number-columns-repeated="2">${p("10,50 ₽")}</table:table-cell><table:table-cell table:number-columns-repeated="16379"/></table:table-row>
			<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
		),
		"t.ods",
	);
	expect(outcome).toMatchObject({ outcome: "read", type: "ods", pages: 1 });
	expect(parts).toEqual([
		{
			number: 1,
			section: "Лист1",
			text: "| Товар |  |  | 10,50 ₽ | 10,50 ₽ |\n| --- | --- | --- | --- | --- |",
		},
	]);
	const bomb = sheet(
		`<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384">${p("ха")}</table:table-cell></table:table-row>`,
	);
	expect((await readBytes(bomb, "t.ods")).outcome).toMatchObject({
		outcome: "failed",
		reason: "too-many-cells",
	});
});
