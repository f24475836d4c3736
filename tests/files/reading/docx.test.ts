import { expect, test } from "vitest";
import { docx, paragraph, run, table } from "../../support/documents/docx.ts";
import { readBytes } from "./read.ts";

test("headings are sections, lists have their marks, tables their rows, notes their text", async () => {
	const { outcome, parts } = await readBytes(
		docx(
			paragraph("Договор поставки", { style: "1" }) +
				paragraph("Стороны договорились.") +
				paragraph("Предмет", { style: "ours" }) +
				paragraph("Товар", { list: "1" }) +
				paragraph("болты", { list: "1", depth: 1 }) +
				paragraph("гайки", { list: "1", depth: 1 }) +
				paragraph("Услуга", { list: "1" }) +
				paragraph("прочее", { list: "2" }) +
				paragraph(`${run("Цена с НДС")}<w:r><w:footnoteReference w:id="1"/></w:r>${run(" твёрдая.")}`) +
				table([
					["Товар", "Цена"],
					["Болты | М8", "10,50"],
				]) +
				paragraph("Подписи", { style: "2" }) +
				paragraph("Иванов"),
			{ footnotes: ["НДС 20 %."] },
		),
		"договор.docx",
	);
	expect(outcome).toMatchObject({ outcome: "read", type: "docx", pages: 0 });
	expect(parts).toEqual([
		{ number: 0, section: "Договор поставки", text: "# Договор поставки\n\nСтороны договорились." },
		{
			number: 0,
			section: "Договор поставки › Предмет",
			text: [
				"## Предмет",
				"1. Товар\n  1.1. болты\n  1.2. гайки\n2. Услуга\n- прочее",
				"Цена с НДС[^1] твёрдая.",
				"[^1]: НДС 20 %.",
				"| Товар | Цена |\n| --- | --- |\n| Болты \\| М8 | 10,50 |",
			].join("\n\n"),
		},
		{ number: 0, section: "Договор поставки › Подписи", text: "## Подписи\n\nИванов" },
	]);
});

test("pages are those of the last layout: a break that the author set is not counted twice", async () => {
	const { outcome, parts } = await readBytes(
		docx(
			paragraph(`${run("Первая, ")}<w:r><w:lastRenderedPageBreak/><w:t>вторая.</w:t></w:r>`) +
				paragraph('<w:r><w:br w:type="page"/></w:r>') +
				paragraph("<w:r><w:lastRenderedPageBreak/><w:t>Третья.</w:t></w:r>"),
		),
		"a.docx",
	);
	expect(outcome).toMatchObject({ pages: 3 });
	expect(parts.map(({ number, text }) => [number, text])).toEqual([
		[1, "Первая,"],
		[2, "вторая."],
		[3, "Третья."],
	]);
});

test("what Word does not show is not read: deleted and hidden text, codes of fields, the second form of a drawing", async () => {
	const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
	const { text } = await readBytes(
		docx(
			paragraph(
				`${run("Видно")}<w:del><w:r><w:delText>удалено</w:delText></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>скрыто</w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice>${box("в рамке")}</mc:Choice><mc:Fallback>${box("в рамке")}</mc:Fallback></mc:AlternateContent></w:r>${run(" и это.")}`,
			),
		),
		"a.docx",
	);
	expect(text).toBe("в рамке\n\nВидно и это.");
});

test("a table in a cell and a cell over two columns keep the columns", async () => {
	const { text } = await readBytes(
		docx(
			`<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph("Итого")}</w:tc><w:tc>${paragraph("5")}</w:tc></w:tr><w:tr><w:tc>${table([["а", "б"]])}${paragraph("в")}</w:tc><w:tc>${paragraph("1")}</w:tc><w:tc>${paragraph("2")}</w:tc></w:tr></w:tbl>`,
		),
		"a.docx",
	);
	expect(text).toBe("|  | Итого | 5 |\n| --- | --- | --- |\n| а / б в | 1 | 2 |");
});
