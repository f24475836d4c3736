import { archiveOf, escapeXml } from "./archive.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A run of text. */
export const run = (text: string) => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

/** A paragraph of text, or of runs when it is given as XML. */
export const paragraph = (content: string, { style, list, depth = 0 }: Formatting = {}) =>
	`<w:p><w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ""}${
		list ? `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>` : ""
	}</w:pPr>${content.startsWith("<") ? content : run(content)}</w:p>`;

type Formatting = { style?: string; list?: string; depth?: number };

export const table = (rows: string[][]) =>
	`<w:tbl>${rows
		.map(
			(cells) =>
				`<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith("<") ? cell : paragraph(cell)}</w:tc>`).join("")}</w:tr>`,
		)
		.join("")}</w:tbl>`;

/** A document of Word with headings in a Russian Word's styles, two lists and footnotes. */
export function docx(
	body: string,
	{ footnotes = [] as string[], parts = {} as Record<string, string> } = {},
) {
	const relation = (id: number, type: string, target: string) =>
		`<Relationship Id="rId${id}" Type="${TYPES}/${type}" Target="${target}"/>`;
	const relations = (content: string) =>
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
	return archiveOf({
		"[Content_Types].xml": "<Types/>",
		"_rels/.rels": relations(relation(1, "officeDocument", "word/document.xml")),
		"word/_rels/document.xml.rels": relations(
			relation(1, "styles", "styles.xml") +
				relation(2, "numbering", "numbering.xml") +
				relation(3, "footnotes", "footnotes.xml"),
		),
		"word/styles.xml": `<w:styles ${W}>
			<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>
			<w:style w:type="paragraph" w:styleId="2"><w:name w:val="heading 2"/></w:style>
			<w:style w:type="paragraph" w:styleId="ours"><w:name w:val="Наш заголовок"/><w:basedOn w:val="2"/></w:style>
			</w:styles>`,
		"word/numbering.xml": `<w:numbering ${W}>
			<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
			<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2."/></w:lvl></w:abstractNum>
			<w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=""/></w:lvl></w:abstractNum>
			<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>`,
		"word/footnotes.xml": `<w:footnotes ${W}>${footnotes
			.map((note, i) => `<w:footnote w:id="${i + 1}">${paragraph(note)}</w:footnote>`)
			.join("")}</w:footnotes>`,
		"word/document.xml": `<?xml version="1.0" encoding="UTF-8"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
		...parts,
	});
}
