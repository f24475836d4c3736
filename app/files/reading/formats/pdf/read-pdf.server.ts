import { readFile } from "node:fs/promises";
import type { TextOutput } from "../../process/text-output.server.ts";
import { ReadingError } from "../../reading-error.server.ts";
import { READING_LIMITS } from "../../reading-limits.server.ts";
import { joinLines } from "./join-lines.server.ts";
import { bookmarksOf, sectionsOf } from "./pdf-bookmarks.server.ts";
import { isMadeOfPictures, openPdf, textOfPage } from "./pdfium.server.ts";

/** Pages with fewer letters each have no text of their own: a scan, with the mark of the program that made it. */
const FEW_LETTERS = 30;

/** A PDF: its pages by their true numbers, its bookmarks as sections. */
export async function readPdf(path: string, output: TextOutput): Promise<void> {
	const pdf = await openPdf(await readFile(path));
	if (pdf.pages > READING_LIMITS.pages) throw new ReadingError("too-many-pages", pdf.pages);
	if (pdf.pages > 0) output.announce(pdf.pages);
	const bookmarks = bookmarksOf(pdf);
	let letters = 0;
	let opened = 0;
	for (let index = 0; index < pdf.pages; index++) {
		output.page(index + 1);
		const text = textOfPage(pdf, index)?.replace(/\r\n?/g, "\n");
		if (text === undefined) continue;
		opened++;
		letters += text.match(/\p{L}/gu)?.length ?? 0;
		for (const piece of sectionsOf(text, bookmarks.get(index) ?? [])) {
			if (piece.section !== null) output.section(piece.section);
			output.block(joinLines(piece.text));
		}
	}
	if (opened === 0) throw new ReadingError("damaged", pdf.pages);
	if (letters < FEW_LETTERS * pdf.pages && letters < 2_000 && isMadeOfPictures(pdf))
		throw new ReadingError("scan", pdf.pages);
}
