import type { TextOutput } from "../../process/text-output.server.ts";
import { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";
import { mainPart, partOfType, relationsOf } from "../office/relations.server.ts";
import { readFormats } from "./cell-formats.server.ts";
import { SharedStrings } from "./shared-strings.server.ts";
import { SheetRows } from "./sheet-rows.server.ts";

type Sheet = { name: string; relation: string };

/** A workbook of Excel: each sheet is a page with a table, whose cells stand as Excel shows them. */
export async function readXlsx(path: string, output: TextOutput): Promise<void> {
	const archive = await Archive.open(path);
	const workbook = await mainPart(archive, "xl/workbook.xml");
	const relations = await relationsOf(archive, workbook);
	const sheets: Sheet[] = [];
	let is1904 = false;
	await readXml(archive.bytes(workbook), {
		open(name, { name: title = "", id = "", date1904 = "" }) {
			if (name === "sheet") sheets.push({ name: title, relation: id });
			if (name === "workbookPr") is1904 = date1904 === "1" || date1904 === "true";
		},
	});
	const strings = await SharedStrings.read(archive, partOfType(relations, "sharedStrings"));
	const formats = await readFormats(archive, partOfType(relations, "styles"), is1904);
	for (const [i, { name, relation }] of sheets.entries()) {
		const part = relations.find(({ id, type }) => id === relation && type === "worksheet");
		if (!part) continue;
		output.page(i + 1);
		output.section(name);
		output.startTable();
		await readXml(archive.bytes(part.target), new SheetRows(output, strings, formats));
	}
}
