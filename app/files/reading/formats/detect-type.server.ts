import { open } from "node:fs/promises";
import type { DocumentType, FailureReason } from "../document-types.ts";
import { ReadingError } from "../reading-error.server.ts";
import { READING_LIMITS } from "../reading-limits.server.ts";
import { Archive } from "./archive/archive.server.ts";
import { detectEncoding } from "./text/encoding.server.ts";

/** The beginning of a file that is looked at. */
const HEAD_BYTES = 64 * 1024;
/** Kinds of text by the ending of the name; every other text is plain. */
const TEXT_ENDINGS: [DocumentType, string][] = [
	["markdown", "md markdown mdx"],
	["csv", "csv tsv"],
	["json", "json jsonl ndjson geojson ipynb"],
	["html", "html htm xhtml mht"],
	[
		"code",
		"1c asm astro awk bas bash bat bsl c cc cfg clj cmake cmd conf cpp cs css cu cxx dart diff dockerfile el env erl ex exs f90 fs go gql gradle graphql groovy h hpp hs ini java jl js jsx kt less lisp lua m make mjs ml nim os pas patch php pl ps1 py r rb rs sass scala scss sh sol sql srt svelte svg swift tcl tex tf toml ts tsx vb vhd vue xml xsd xsl yaml yml zig",
	],
];
const OPEN_DOCUMENT: Record<string, DocumentType> = {
	"application/vnd.oasis.opendocument.text": "odt",
	"application/vnd.oasis.opendocument.spreadsheet": "ods",
	"application/vnd.oasis.opendocument.presentation": "odp",
	"application/epub+zip": "epub",
};
const ARCHIVES = ["Rar!", "7z\xbc\xaf", "\x1f\x8b", "BZh", "\xfd7zXZ", "\x28\xb5\x2f\xfd"];
const PICTURES = ["\x89PNG", "\xff\xd8\xff", "GIF8", "II*\0", "MM\0*"];
/** Streams in the compound files of old Office, by their names in UTF-16. An encrypted document is such a file too. */
const COMPOUND: [string, FailureReason][] = [
	["EncryptedPackage", "encrypted"],
	["WordDocument", "old-doc"],
	["Workbook", "old-xls"],
	["PowerPoint Document", "old-ppt"],
	["Book", "old-xls"],
];

/**
 * Detects the type of a file by its content.
 * @param ending of its name, in small letters, without the dot; it tells kinds of text apart and nothing else
 * @throws {ReadingError} when it is a file that is not read
 */
export async function detectType(path: string, ending: string): Promise<DocumentType> {
	const head = await readHead(path);
	const latin = head.toString("latin1", 0, 1_024);
	if (latin.includes("%PDF-")) return "pdf";
	if (latin.startsWith("PK\x03\x04") || latin.startsWith("PK\x05\x06")) return archiveType(path);
	if (latin.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))
		throw new ReadingError(await compoundReason(path));
	if (/^\s*\{\\rtf/.test(latin)) return "rtf";
	if (isPicture(latin)) throw new ReadingError("picture");
	if (ARCHIVES.some((start) => latin.startsWith(start)) || latin.startsWith("ustar", 257)) {
		throw new ReadingError("archive");
	}
	const encoding = detectEncoding(head);
	if (!encoding) throw new ReadingError("unknown-type");
	const text = new TextDecoder(encoding).decode(head.subarray(0, 2_048));
	if (/^\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*<(!doctype html|html[\s>])/i.test(text))
		return "html";
	return TEXT_ENDINGS.find(([, endings]) => endings.split(" ").includes(ending))?.[0] ?? "text";
}

async function readHead(path: string): Promise<Buffer> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

async function archiveType(path: string): Promise<DocumentType> {
	const archive = await Archive.open(path);
	try {
		const names = archive.names;
		const has = (start: string) => names.some((name) => name.startsWith(start));
		if (archive.has("[Content_Types].xml")) {
			if (has("xl/") && !archive.has("xl/workbook.bin")) return "xlsx";
			if (has("word/")) return "docx";
			if (has("ppt/")) return "pptx";
		}
		const declared = archive.has("mimetype") ? (await archive.text("mimetype")).trim() : "";
		const type = OPEN_DOCUMENT[declared.replace(/-template$/, "")];
		if (type) return type;
		if (archive.has("META-INF/container.xml")) return "epub";
		throw new ReadingError("archive");
	} finally {
		await archive.close();
	}
}

async function compoundReason(path: string): Promise<FailureReason> {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		const bytes = Buffer.alloc(Math.min(size, READING_LIMITS.fileBytes));
		await file.read(bytes, 0, bytes.length, 0);
		return COMPOUND.find(([name]) => bytes.includes(`${name}\0`, 0, "utf16le"))?.[1] ?? "unknown-type";
	} finally {
		await file.close();
	}
}

/** The brands of an ISO media file are those of HEIC and AVIF; RIFF may hold sound too. */
const isPicture = (latin: string) =>
	PICTURES.some((start) => latin.startsWith(start)) ||
	(latin.startsWith("RIFF") && latin.startsWith("WEBP", 8)) ||
	(latin.startsWith("ftyp", 4) && ["hei", "hev", "mif", "msf", "avi"].includes(latin.slice(8, 11)));
