import type { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";
import { type NumberFormat, numberFormat } from "./number-format.server.ts";

/** More than Excel allows in a workbook. */
const MOST_FORMATS = 70_000;
const LONGEST_CODE = 255;

/** The formats of numbers by the style of a cell. */
export async function readFormats(
	archive: Archive,
	part: string | undefined,
	is1904: boolean,
): Promise<NumberFormat[]> {
	const codes = new Map<number, string>();
	const formats: NumberFormat[] = [];
	const known = new Map<number, NumberFormat>();
	let isInCellStyles = false;
	if (!part) return formats;
	await readXml(archive.bytes(part), {
		open(name, { numFmtId = "0", formatCode = "" }) {
			const id = Number(numFmtId);
			if (name === "numFmt") codes.set(id, formatCode.slice(0, LONGEST_CODE));
			else if (name === "cellXfs") isInCellStyles = true;
			else if (name === "xf" && isInCellStyles && formats.length < MOST_FORMATS) {
				const format = known.get(id) ?? numberFormat(id, codes.get(id), is1904);
				known.set(id, format);
				formats.push(format);
			}
		},
		close(name) {
			if (name === "cellXfs") isInCellStyles = false;
		},
	});
	return formats;
}
