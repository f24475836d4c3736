import { expect, test } from "vitest";
import { pdf, scannedPdf } from "../../support/documents/pdf.ts";
import { readBytes } from "./read.ts";

test("pages have their true numbers, bookmarks are sections where their titles stand", async () => {
	const { outcome, parts } = await readBytes(
		pdf(
			[["Настольная книга"], [], ["конец вступления", "1 Установка системы", "Вставьте диск."], ["И ждите."]],
			{
				bookmarks: { Вступление: 1, "Установка системы": 3 },
			},
		),
		"book.pdf",
	);
	expect(outcome).toMatchObject({ outcome: "read", type: "pdf", pages: 4 });
	expect(parts).toEqual([
		{ number: 1, section: "Вступление", text: "Настольная книга" },
		{ number: 3, section: "Вступление", text: "конец вступления" },
		{ number: 3, section: "Установка системы", text: "1 Установка системы\nВставьте диск." },
		{ number: 4, section: "Установка системы", text: "И ждите." },
	]);
});

test("the lines of a paragraph are joined, a word too that is divided; items of a list are not", async () => {
	const line = "Стороны договорились о том, что поставка товара идёт";
	const { text } = await readBytes(
		pdf([[line, "частями, а оплата после каждой из этих поставок.", "1. Болты", "2. Гайки"]]),
		"a.pdf",
	);
	expect(text).toBe(`${line} частями, а оплата после каждой из этих поставок.\n1. Болты\n2. Гайки`);
});

test("a scan is named as such, with its pages", async () => {
	expect((await readBytes(scannedPdf(3), "a.pdf")).outcome).toEqual({
		outcome: "failed",
		type: "pdf",
		reason: "scan",
		pages: 3,
	});
});

test("a document with a password says so", async () => {
	expect((await readBytes(pdf([["тайна"]], { encrypted: true }), "a.pdf")).outcome).toMatchObject({
		reason: "encrypted",
	});
});
