import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAILURE_REASONS, failureKey } from "../../../app/files/reading/document-types.ts";
import { READING_LIMITS } from "../../../app/files/reading/reading-limits.server.ts";
import { texts } from "../../../app/i18n/ru/index.ts";
import { archiveOf } from "../../support/documents/archive.ts";
import { docx, paragraph } from "../../support/documents/docx.ts";
import { pdfBomb } from "../../support/documents/hostile.ts";
import { pdf, pdfOf } from "../../support/documents/pdf.ts";
import { IS_FULL } from "../../support/extent.ts";
import { readBytes } from "./read.ts";

const MB = 1024 ** 2;
const compound = (stream: string) =>
	Buffer.concat([
		Buffer.from("d0cf11e0a1b11ae1", "hex"),
		Buffer.alloc(600),
		Buffer.from(`${stream}\0`, "utf16le"),
		Buffer.alloc(400),
	]);
const withDocument = (xml: string | Uint8Array) =>
	docx("", { parts: { "word/document.xml": xml as string } });
const document = (inside: string, before = "") =>
	`<?xml version="1.0"?>${before}<w:document xmlns:w="w"><w:body>${inside}</w:body></w:document>`;

test.each<[string, string, () => Uint8Array | string, string]>([
	["nothing", "a.pdf", () => "", "empty"],
	[
		"bytes of no kind",
		"a.docx",
		() => Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 37) % 256)),
		"unknown-type",
	],
	["spaces", "a.txt", () => " \n\n ", "no-text"],
	["an old document of Word", "a.docx", () => compound("WordDocument"), "old-doc"],
	["an old table of Excel", "a.xls", () => compound("Workbook"), "old-xls"],
	["an old presentation", "a.ppt", () => compound("PowerPoint Document"), "old-ppt"],
	["a document of Word with a password", "a.docx", () => compound("EncryptedPackage"), "encrypted"],
	["a picture", "a.pdf", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "picture"],
	["an archive of other files", "a.zip", () => archiveOf({ "a.txt": "a", "b.txt": "b" }), "archive"],
	["a document of Word that breaks off", "a.docx", () => docx(paragraph("да")).subarray(0, 900), "damaged"],
	["a PDF that breaks off", "a.pdf", () => pdf([["да"]]).subarray(0, 60), "damaged"],
	[
		"a PDF of zeros",
		"a.pdf",
		() => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(10_000)]),
		"damaged",
	],
	["XML that does not close", "a.docx", () => withDocument("<w:document><w:body><w:p>"), "damaged"],
	[
		"entities that name each other a billion times",
		"a.docx",
		() =>
			withDocument(
				document(
					"<w:p><w:r><w:t>&i;</w:t></w:r></w:p>",
					`<!DOCTYPE d [<!ENTITY a "ха">${[..."abcdefgh"].map((name, i) => `<!ENTITY ${"bcdefghi"[i]} "${`&${name};`.repeat(10)}">`).join("")}]>`,
				),
			),
		"damaged",
	],
	[
		"an entity that names a file of the server",
		"a.docx",
		() =>
			withDocument(
				document(
					"<w:p><w:r><w:t>&x;</w:t></w:r></w:p>",
					'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
				),
			),
		"damaged",
	],
	["a million nested elements", "a.docx", () => withDocument(document("<w:r>".repeat(1_000_000))), "damaged"],
	[
		"an archive that unpacks to more than its limit",
		"a.docx",
		() => withDocument(Buffer.alloc(READING_LIMITS.unpackedBytes + MB, " ")),
		"too-much-unpacked",
	],
	[
		"more text than a document may have",
		"a.txt",
		() => `${"слово ".repeat(1_000)}\n\n`.repeat(3_400),
		"too-much-text",
	],
	["more cells than tables may have", "a.csv", () => `${",".repeat(999)}\n`.repeat(2_001), "too-many-cells"],
	[
		"a PDF of too many pages",
		"a.pdf",
		() =>
			pdfOf({
				1: "<</Type/Catalog/Pages 2 0 R>>",
				2: `<</Type/Pages/Kids[${"3 0 R ".repeat(2_001)}]/Count 2001>>`,
				3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
			}),
		"too-many-pages",
	],
	[
		"a PDF whose tree of pages is a circle",
		"a.pdf",
		() =>
			pdfOf({
				1: "<</Type/Catalog/Pages 2 0 R>>",
				2: "<</Type/Pages/Kids[3 0 R]/Count 5/Parent 3 0 R>>",
				3: "<</Type/Pages/Kids[2 0 R]/Count 5/Parent 2 0 R>>",
			}),
		"damaged",
	],
])("%s is refused in words", async (_, name, bytes, reason) => {
	const { outcome } = await readBytes(bytes(), name);
	expect(outcome).toMatchObject({ outcome: "failed", reason });
});

// A running server meets it too: tests/routes/files/hostile-files.test.ts.
test.runIf(IS_FULL)("a PDF that unpacks to half a gigabyte ends its process and nothing else", async () => {
	const { outcome } = await readBytes(pdfBomb(), "a.pdf");
	expect(outcome.outcome).toBe("failed");
	// On a slow machine its time may be over before the memory is.
	expect(["too-much-memory", "too-slow", "no-text", "damaged"]).toContain(
		"reason" in outcome && outcome.reason,
	);
});

test("a file over the limit is not even opened", async () => {
	const { outcome } = await readBytes(Buffer.alloc(READING_LIMITS.fileBytes + 1, " "), "a.txt");
	expect(outcome).toEqual({ outcome: "failed", type: null, reason: "too-large", pages: null });
});

test("the content decides, whatever the name says", async () => {
	const names = ["договор.exe", `${"я".repeat(300)}.txt`, "../../x.pdf", "<script>.html", "a\0b.docx", ""];
	for (const name of names) {
		expect((await readBytes(pdf([["Договор"]]), name)).outcome).toMatchObject({
			outcome: "read",
			type: "pdf",
		});
	}
});

test("a part of the archive that leads out of it leads nowhere", async () => {
	const secret = join(tmpdir(), `secret-${process.pid}.xml`);
	writeFileSync(secret, document(paragraph("тайна")));
	const relations = `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="../../../../..${secret}"/></Relationships>`;
	const { outcome, text } = await readBytes(
		docx(paragraph("да"), { parts: { "_rels/.rels": relations } }),
		"a.docx",
	);
	expect(outcome).toMatchObject({ outcome: "read" });
	expect(text).toBe("да");
});

test("a reading that is aborted ends with the reason of the signal", async () => {
	const reason = new Error("stopped");
	const controller = new AbortController();
	const reading = readBytes(`${"слово ".repeat(100)}\n\n`.repeat(20_000), "a.txt", {
		signal: controller.signal,
	});
	setTimeout(() => controller.abort(reason), 50);
	await expect(reading).rejects.toBe(reason);
});

test("every reason has its sentence", () => {
	expect(FAILURE_REASONS.map(failureKey)).toEqual(
		Object.keys(texts.reading.failed).map((reason) => `reading:failed.${reason}`),
	);
});
