import { deflateSync } from "node:zlib";
import type { FailureReason } from "../../../app/files/reading/document-types.ts";
import { READING_LIMITS } from "../../../app/files/reading/reading-limits.server.ts";
import { docx, paragraph } from "./docx.ts";
import { pdf, pdfOf, streamOf } from "./pdf.ts";

const MB = 1024 ** 2;

/** A document that means harm: its name, and for which of these reasons it is refused. */
export type HostileDocument = { name: string; bytes: () => Uint8Array; reasons: FailureReason[] };

const withXml = (inside: string | Uint8Array, before = "") =>
	docx("", {
		parts: {
			"word/document.xml":
				typeof inside === "string"
					? `<?xml version="1.0"?>${before}<w:document xmlns:w="w"><w:body>${inside}</w:body></w:document>`
					: (inside as unknown as string),
		},
	});

const LAUGHS = [..."abcdefgh"]
	.map((name, i) => `<!ENTITY ${"bcdefghi"[i]} "${`&${name};`.repeat(10)}">`)
	.join("");

/** Half a gigabyte of a page's content in half a megabyte. */
export const pdfBomb = () =>
	pdfOf({
		1: "<</Type/Catalog/Pages 2 0 R>>",
		2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
		4: streamOf(deflateSync(deflateSync(Buffer.alloc(600 * MB))), "/Filter[/FlateDecode/FlateDecode]"),
	});

export const HOSTILE: Record<string, HostileDocument> = {
	"a ZIP that unpacks to more than 200 MB": {
		name: "бомба.docx",
		bytes: () => withXml(Buffer.alloc(READING_LIMITS.unpackedBytes + MB, " ")),
		reasons: ["too-much-unpacked"],
	},
	"a PDF that unpacks to half a gigabyte": {
		name: "бомба.pdf",
		bytes: pdfBomb,
		reasons: ["too-much-memory", "no-text", "damaged"],
	},
	"a million nested elements": {
		name: "вложения.docx",
		bytes: () => withXml("<w:r>".repeat(1_000_000)),
		reasons: ["damaged"],
	},
	"entities that name each other a billion times": {
		name: "смех.docx",
		bytes: () => withXml("<w:p><w:r><w:t>&i;</w:t></w:r></w:p>", `<!DOCTYPE d [<!ENTITY a "ха">${LAUGHS}]>`),
		reasons: ["damaged"],
	},
	"an entity that names a file of the server": {
		name: "чужой файл.docx",
		bytes: () =>
			withXml(
				"<w:p><w:r><w:t>&x;</w:t></w:r></w:p>",
				'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
			),
		reasons: ["damaged"],
	},
	"a document of Word that breaks off": {
		name: "обрыв.docx",
		bytes: () => docx(paragraph("да")).subarray(0, 900),
		reasons: ["damaged"],
	},
	"a PDF that breaks off": {
		name: "обрыв.pdf",
		bytes: () => pdf([["да"]]).subarray(0, 60),
		reasons: ["damaged"],
	},
	"a PDF whose tree of pages is a circle": {
		name: "круг.pdf",
		bytes: () =>
			pdfOf({
				1: "<</Type/Catalog/Pages 2 0 R>>",
				2: "<</Type/Pages/Kids[3 0 R]/Count 5/Parent 3 0 R>>",
				3: "<</Type/Pages/Kids[2 0 R]/Count 5/Parent 2 0 R>>",
			}),
		reasons: ["damaged"],
	},
	"an old document of Word that calls itself a PDF": {
		name: "не то.pdf",
		bytes: () =>
			Buffer.concat([
				Buffer.from("d0cf11e0a1b11ae1", "hex"),
				Buffer.alloc(600),
				Buffer.from("WordDocument\0", "utf16le"),
				Buffer.alloc(400),
			]),
		reasons: ["old-doc"],
	},
	"a PDF with a password": {
		name: "пароль.pdf",
		bytes: () => pdf([["тайна"]], { encrypted: true }),
		reasons: ["encrypted"],
	},
};
