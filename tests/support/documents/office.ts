import { archiveOf, escapeXml } from "./archive.ts";

const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const relations = (targets: [type: string, target: string][]) =>
	`<Relationships>${targets
		.map(
			([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${RELATION}/${type}" Target="${target}"/>`,
		)
		.join("")}</Relationships>`;

/** A cell as XML: a text of the shared ones, or a number with the number of its style. */
export const cell = (address: string, content: string | number, style = 0) =>
	typeof content === "number"
		? `<c r="${address}" s="${style}"><v>${content}</v></c>`
		: `<c r="${address}" t="inlineStr"><is><t>${escapeXml(content)}</t></is></c>`;

/**
 * A workbook of Excel.
 * @param sheets rows of cells as XML, by the names of the sheets
 * @param formats codes of the formats of numbers; the first is style 1
 */
export function xlsx(
	sheets: Record<string, string[]>,
	{ formats = [] as string[], shared = [] as string[] } = {},
) {
	const names = Object.keys(sheets);
	return archiveOf({
		"[Content_Types].xml": "<Types/>",
		"_rels/.rels": relations([["officeDocument", "xl/workbook.xml"]]),
		"xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${names
			.map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 7}" r:id="rId${i + 1}"/>`)
			.join("")}</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": relations([
			...names.map((_, i): [string, string] => ["worksheet", `worksheets/sheet${i}.xml`]),
			["styles", "styles.xml"],
			["sharedStrings", "/xl/sharedStrings.xml"],
		]),
		"xl/styles.xml": `<styleSheet><numFmts>${formats
			.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escapeXml(code)}"/>`)
			.join("")}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
			.map((_, i) => `<xf numFmtId="${164 + i}"/>`)
			.join("")}<xf numFmtId="14"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml": `<sst>${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`,
		...Object.fromEntries(
			Object.values(sheets).map((rows, i) => [
				`xl/worksheets/sheet${i}.xml`,
				`<worksheet><sheetData>${rows.map((row) => `<row>${row}</row>`).join("")}</sheetData></worksheet>`,
			]),
		),
	});
}

/** A shape of a slide, with paragraphs by their levels. */
export const shape = (place: string, ...lines: [text: string, level?: number][]) =>
	`<p:sp><p:nvSpPr><p:nvPr><p:ph type="${place}"/></p:nvPr></p:nvSpPr><p:txBody>${lines
		.map(([text, level = 0]) => `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`)
		.join("")}</p:txBody></p:sp>`;

const drawing = (root: string, content: string) =>
	`<p:${root} xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:${root}>`;

/** A presentation, whose slides lie in the archive in another order than they are shown. */
export function pptx(slides: { content: string; notes?: string }[]) {
	const places = slides.map((_, i) => slides.length - i);
	return archiveOf({
		"[Content_Types].xml": "<Types/>",
		"_rels/.rels": relations([["officeDocument", "ppt/presentation.xml"]]),
		"ppt/presentation.xml": `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides
			.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`)
			.join("")}</p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels": relations(
			places.map((place) => ["slide", `slides/slide${place}.xml`]),
		),
		...Object.fromEntries(
			slides.flatMap(({ content, notes }, i) => [
				[`ppt/slides/slide${places[i]}.xml`, drawing("sld", content)],
				[
					`ppt/slides/_rels/slide${places[i]}.xml.rels`,
					relations(notes ? [["notesSlide", `../notesSlides/n${i}.xml`]] : []),
				],
				...(notes ? [[`ppt/notesSlides/n${i}.xml`, drawing("notes", notes)]] : []),
			]),
		),
	});
}

/** A file of LibreOffice by the last word of its type: `text`, `spreadsheet`, `presentation`. */
export function openDocument(type: string, body: string, { styles = "", manifest = "<manifest/>" } = {}) {
	return archiveOf(
		{
			mimetype: `application/vnd.oasis.opendocument.${type}`,
			"content.xml": `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:style="s" xmlns:fo="f" xmlns:presentation="p"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`,
			"META-INF/manifest.xml": manifest,
		},
		["mimetype"],
	);
}

/** A book of chapters in HTML. */
export function epub(chapters: string[], { encrypted = [] as number[] } = {}) {
	return archiveOf(
		{
			mimetype: "application/epub+zip",
			"META-INF/container.xml":
				'<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
			...(encrypted.length > 0
				? {
						"META-INF/encryption.xml": `<encryption>${encrypted
							.map((i) => `<CipherReference URI="OEBPS/text/глава%20${i}.xhtml"/>`)
							.join("")}</encryption>`,
					}
				: {}),
			"OEBPS/book.opf": `<package><manifest>${chapters
				.map((_, i) => `<item id="c${i}" href="text/глава%20${i}.xhtml"/>`)
				.join(
					"",
				)}</manifest><spine>${chapters.map((_, i) => `<itemref idref="c${i}"/>`).join("")}</spine></package>`,
			...Object.fromEntries(
				chapters.map((chapter, i) => [
					`OEBPS/text/глава ${i}.xhtml`,
					`<?xml version="1.0"?><!DOCTYPE html><html><head><title>Книга</title></head><body>${chapter}</body></html>`,
				]),
			),
		},
		["mimetype"],
	);
}
