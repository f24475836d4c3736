import { clean } from "../../process/text-output.server.ts";
import { type Pdf, readWide } from "./pdfium.server.ts";

/** Bookmarks of a hostile file may form a circle. */
const MOST_BOOKMARKS = 5_000;
const DEEPEST = 3;
const TITLE_BYTES = 1_000;

/** A title, and its path from the chapter down. */
export type Bookmark = { title: string; path: string };

/** A document's bookmarks by the index of the page where they begin, in their order. */
export function bookmarksOf(pdf: Pdf): Map<number, Bookmark[]> {
	const { pdfium, document } = pdf;
	const found = new Map<number, Bookmark[]>();
	let left = MOST_BOOKMARKS;
	const walk = (parent: number, path: string[]) => {
		let bookmark = pdfium._FPDFBookmark_GetFirstChild(document, parent);
		for (; bookmark !== 0 && left-- > 0; bookmark = pdfium._FPDFBookmark_GetNextSibling(document, bookmark)) {
			const at = bookmark;
			const title = clean(
				readWide(pdfium, TITLE_BYTES, (buffer) => pdfium._FPDFBookmark_GetTitle(at, buffer, TITLE_BYTES)),
			).trim();
			const here = [...path, title].filter(Boolean);
			const destination = pdfium._FPDFBookmark_GetDest(document, at);
			const page = destination ? pdfium._FPDFDest_GetDestPageIndex(document, destination) : -1;
			if (page >= 0 && title !== "")
				found.set(page, [...(found.get(page) ?? []), { title, path: here.join(" › ") }]);
			if (here.length < DEEPEST) walk(at, here);
		}
	};
	walk(0, []);
	return found;
}

/**
 * Cuts the text of a page where its bookmarks begin: at the line with the title, else at the top of the page.
 * @returns the section of each piece; `null`: the one that goes on from the page before
 */
export function sectionsOf(text: string, bookmarks: Bookmark[]): { section: string | null; text: string }[] {
	const pieces: { section: string | null; text: string }[] = [];
	let section: string | null = null;
	let from = 0;
	for (const { title, path } of bookmarks) {
		const at = lineOf(text, title, from);
		if (at > from) pieces.push({ section, text: text.slice(from, at) });
		from = Math.max(from, at);
		section = path;
	}
	return [...pieces, { section, text: text.slice(from) }];
}

/** Finds the line that begins with a title. A number may stand before it, and a long one goes on in the next line. */
function lineOf(text: string, title: string, from: number): number {
	const start = title.slice(0, 40);
	for (let at = from; at < text.length; ) {
		const end = text.indexOf("\n", at);
		const line = text.slice(at, end < 0 ? undefined : end);
		const place = line.indexOf(start);
		if (place >= 0 && place < 20 && line.length < title.length + 40) return at;
		if (end < 0) break;
		at = end + 1;
	}
	return from;
}
