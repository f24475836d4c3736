import { expect, test } from "vitest";
import { epub, openDocument, pptx, shape } from "../../support/documents/office.ts";
import { encodeAs } from "../../support/documents/pdf.ts";
import { readBytes } from "./read.ts";

test("a slide is a page in the order of the show, its title a section, then tables and notes", async () => {
	const table =
		"<a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Год</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>2025</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl>";
	const { outcome, parts } = await readBytes(
		pptx([
			{
				content: `${shape("ctrTitle", ["План"])}${shape("body", ["Начать", 0], ["сегодня", 1])}${shape("sldNum", ["1"])}`,
				notes: shape("body", ["Не торопиться"]),
			},
			{ content: `${shape("title", ["Итоги"])}${table}` },
		]),
		"a.pptx",
	);
	expect(outcome).toMatchObject({ outcome: "read", type: "pptx", pages: 2 });
	expect(parts).toEqual([
		{ number: 1, section: "План", text: "# План\n\nНачать\n\n  - сегодня\n\nЗаметки: Не торопиться" },
		{ number: 2, section: "Итоги", text: "# Итоги\n\n| Год | 2025 |\n| --- | --- |" },
	]);
});

test("a text of LibreOffice: headings, lists, notes, tables, pages where it says where they end", async () => {
	const { outcome, parts } = await readBytes(
		openDocument(
			"text",
			`<text:tracked-changes><text:p>удалено</text:p></text:tracked-changes>
			<text:h text:outline-level="1">Устав</text:h>
			<text:p>Общее<text:s text:c="2"/>собрание<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Раз в год.</text:p></text:note-body></text:note> решает.</text:p>
			<text:list><text:list-item><text:p>приём</text:p></text:list-item><text:list-item><text:p>исключение</text:p><text:list><text:list-item><text:p>за долг</text:p></text:list-item></text:list></text:list-item></text:list>
			<text:p>Конец первой, <text:soft-page-break/>начало второй.</text:p>
			<text:p text:style-name="P1">Третья.</text:p>
			<table:table><table:table-row><table:table-cell><text:p>а</text:p><text:p>б</text:p></table:table-cell><table:table-cell><text:p>в</text:p></table:table-cell></table:table-row></table:table>`,
			{
				styles:
					'<style:style style:name="P1"><style:paragraph-properties fo:break-before="page"/></style:style>',
			},
		),
		"a.odt",
	);
	expect(outcome).toMatchObject({ outcome: "read", type: "odt", pages: 3 });
	expect(parts).toEqual([
		{
			number: 1,
			section: "Устав",
			text: "# Устав\n\nОбщее  собрание[^1] решает.\n\n[^1]: Раз в год.\n\n- приём\n- исключение\n  - за долг\n\nКонец первой,",
		},
		{ number: 2, section: "Устав", text: "начало второй." },
		{ number: 3, section: "Устав", text: "Третья.\n\n| а б | в |\n| --- | --- |" },
	]);
});

test("a document of LibreOffice with a password says so", async () => {
	const { outcome } = await readBytes(
		openDocument("text", "", { manifest: "<manifest><encryption-data/></manifest>" }),
		"a.odt",
	);
	expect(outcome).toMatchObject({ outcome: "failed", reason: "encrypted" });
});

test("slides of LibreOffice are pages", async () => {
	const { outcome, parts } = await readBytes(
		openDocument(
			"presentation",
			"<draw:page><draw:frame><text:p>Первый</text:p></draw:frame><presentation:notes><text:p>сказать</text:p></presentation:notes></draw:page><draw:page><text:p>Второй</text:p></draw:page>",
		),
		"a.odp",
	);
	expect(outcome).toMatchObject({ type: "odp", pages: 2 });
	expect(parts.map(({ number, text }) => [number, text])).toEqual([
		[1, "Первый\n\nЗаметки: сказать"],
		[2, "Второй"],
	]);
});

test("a book: chapters in their order, headings as sections, no pages", async () => {
	const { outcome, parts } = await readBytes(
		epub(["<h1>Глава&nbsp;I</h1><p>Жили&mdash;были.</p>", "<h1>Глава II</h1><p>Конец.</p>"]),
		"a.epub",
	);
	expect(outcome).toMatchObject({ outcome: "read", type: "epub", pages: 0 });
	expect(parts).toEqual([
		{ number: 0, section: "Глава I", text: "# Глава I\n\nЖили—были." },
		{ number: 0, section: "Глава II", text: "# Глава II\n\nКонец." },
	]);
	expect((await readBytes(epub(["<p>тайна</p>"], { encrypted: [0] }), "a.epub")).outcome).toMatchObject({
		reason: "encrypted",
	});
});

test("a page of the web: its encoding, lists, tables, code; neither scripts nor styles", async () => {
	const html = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><title>t</title><style>p{}</style></head>
		<body><h2>Цены</h2><p>Всё <b>просто</b>:<br>раз
		два</p><ol><li>один<li>два<ul><li>вложено</ul></ol><script>alert("нет")</script>
		<table><tr><th>Товар<th>Цена<tr><td>Болты <table><tr><td>М8</table><td>10 | 20</table><pre>
  a
   b</pre></body>`;
	const { outcome, parts } = await readBytes(encodeAs("koi8-r", html), "page.txt");
	expect(outcome).toMatchObject({ outcome: "read", type: "html", pages: 0 });
	expect(parts).toEqual([
		{
			number: 0,
			section: "Цены",
			text: [
				"## Цены",
				"Всё просто:\nраз два",
				"1. один\n2. два\n  - вложено",
				"| Товар | Цена |\n| --- | --- |\n| Болты М8 | 10 \\| 20 |",
				"  a\n   b",
			].join("\n\n"),
		},
	]);
});

test("RTF: letters of code pages and of Unicode, tables, headings; nothing of its own tables", async () => {
	const rtf = `{\\rtf1\\ansi\\ansicpg1251\\uc1{\\fonttbl{\\f0\\fcharset204 Arial;}{\\f1\\fcharset0 Courier;}}{\\stylesheet{\\s1 Heading;}}{\\info{\\title no}}{\\*\\generator no;}
\\pard\\outlinelevel0 \\'c4\\'ee\\'e3\\'ee\\'e2\\'ee\\'f0\\par
\\pard \\f1 \\u1062?\\u1077?\\u1085?\\u1072? 10\\~\\u8381?\\emdash {\\pict 0123}\\'e9t\\'e9\\par
\\trowd\\intbl \\f0 \\'e0\\cell \\'e1\\cell\\row\\pard {\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}\\bin6 }{\\par}`;
	const { outcome, parts } = await readBytes(Buffer.from(rtf, "latin1"), "a.doc");
	expect(outcome).toMatchObject({ outcome: "read", type: "rtf", pages: 0 });
	expect(parts).toEqual([
		{
			number: 0,
			section: "Договор",
			text: "# Договор\n\nЦена 10 ₽—été\n\n| а | б |\n| --- | --- |\n\n7",
		},
	]);
});

test("a million groups of RTF and a million nested elements of HTML are refused", async () => {
	expect((await readBytes(`{\\rtf1${"{".repeat(1_000_000)}`, "a.rtf")).outcome).toMatchObject({
		reason: "damaged",
	});
	expect((await readBytes(`<html>${"<div>".repeat(1_000_000)}`, "a.html")).outcome).toMatchObject({
		reason: "damaged",
	});
});
