import { cutText } from "../../../../platform/cut-text.server.ts";
import { TextOutput } from "../../process/text-output.server.ts";
import { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";
import { mainPart, partOfType, relationsOf } from "../office/relations.server.ts";
import { DocxLists } from "./docx-lists.server.ts";
import { DocxStyles } from "./docx-styles.server.ts";
import { DocxText } from "./docx-text.server.ts";

/** The marks that the last layout of Word, or the author, has left where a page ends. */
const PAGE_END = /lastRenderedPageBreak|:type="page"|pageBreakBefore/;
const LONGEST_PAGE_END = 32;
/** Notes are kept in memory until the text refers to them. */
const LONGEST_NOTE = 20_000;

/** A document of Word: headings, lists, tables, footnotes; pages where the file says where they end. */
export async function readDocx(path: string, output: TextOutput): Promise<void> {
	const archive = await Archive.open(path);
	const document = await mainPart(archive, "word/document.xml");
	const relations = await relationsOf(archive, document);
	const styles = await DocxStyles.read(archive, partOfType(relations, "styles"));
	const numbering = partOfType(relations, "numbering");
	const notes = new Map<string, string>();
	for (const kind of ["footnote", "endnote"]) {
		const part = partOfType(relations, `${kind}s`);
		if (part) await readNotes(archive, part, kind, styles, notes);
	}
	const lists = await DocxLists.read(archive, numbering);
	const hasPages = await saysWherePagesEnd(archive, document);
	await readXml(archive.bytes(document), new DocxText(output, { styles, lists, notes, hasPages }));
}

async function saysWherePagesEnd(archive: Archive, document: string): Promise<boolean> {
	let end = "";
	for await (const chunk of archive.bytes(document)) {
		const text = end + chunk.toString("latin1");
		if (PAGE_END.test(text)) return true;
		end = text.slice(-LONGEST_PAGE_END);
	}
	return false;
}

async function readNotes(
	archive: Archive,
	part: string,
	kind: string,
	styles: DocxStyles,
	notes: Map<string, string>,
): Promise<void> {
	let text = "";
	const output = new TextOutput((piece) => {
		text += ` ${piece.text}`;
	});
	const blocks = new DocxText(output, { styles, lists: new DocxLists(), notes: new Map(), hasPages: false });
	let id = "";
	await readXml(archive.bytes(part), {
		open(name, attributes) {
			if (name === kind) id = attributes.id ?? "";
			blocks.open(name, attributes);
		},
		text: blocks.text,
		close(name) {
			blocks.close(name);
			if (name !== kind) return;
			output.flush();
			notes.set(`${kind}-${id}`, cutText(text.replace(/\s+/g, " ").trim(), LONGEST_NOTE));
			text = "";
		},
	});
}
