import { PDFiumModule } from "@hyzyla/pdfium";
import { ReadingError } from "../../reading-error.server.ts";

/** The functions of PDFium's fpdf_doc.h that the package compiles and does not declare. */
type Bookmarks = {
	_FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
	_FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
	_FPDFBookmark_GetTitle(bookmark: number, buffer: number, bytes: number): number;
	_FPDFBookmark_GetDest(document: number, bookmark: number): number;
	_FPDFDest_GetDestPageIndex(document: number, destination: number): number;
};
type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & Bookmarks;

/** An open document of PDFium. The package's own classes never close a page, so its functions are called directly. */
export type Pdf = { pdfium: Pdfium; document: number; pages: number };

/** `FPDF_GetLastError` of fpdfview.h. */
const PASSWORD = 4;
const SECURITY = 5;
const IMAGE_OBJECT = 3;
/** Pages and objects that are looked at to recognise a scan. */
const FIRST_PAGES = 20;
const FIRST_OBJECTS = 200;

/** @throws {ReadingError} when it is damaged or needs a password */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
	const pdfium = (await PDFiumModule({})) as Pdfium;
	pdfium._FPDF_InitLibraryWithConfig({ version: 2 });
	const at = pdfium.wasmExports.malloc(bytes.length);
	if (at === 0) throw new ReadingError("too-much-memory");
	pdfium.HEAPU8.set(bytes, at);
	const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
	if (!document) {
		const code = pdfium._FPDF_GetLastError();
		throw new ReadingError(code === PASSWORD || code === SECURITY ? "encrypted" : "damaged");
	}
	const pages = pdfium._FPDF_GetPageCount(document);
	if (pages <= 0) throw new ReadingError("damaged");
	return { pdfium, document, pages };
}

/** @returns the text of a page; null: the page is damaged */
export function textOfPage({ pdfium, document }: Pdf, index: number): string | null {
	const page = pdfium._FPDF_LoadPage(document, index);
	if (!page) return null;
	const text = pdfium._FPDFText_LoadPage(page);
	try {
		const characters = text ? pdfium._FPDFText_CountChars(text) : 0;
		if (characters <= 0) return "";
		return readWide(
			pdfium,
			(characters + 1) * 2,
			(buffer) => 2 * pdfium._FPDFText_GetText(text, 0, characters, buffer),
		);
	} finally {
		if (text) pdfium._FPDFText_ClosePage(text);
		pdfium._FPDF_ClosePage(page);
	}
}

/**
 * Lets PDFium write a text in UTF-16 that ends with a zero.
 * @param fill gets the place of the buffer and returns the bytes that the text takes
 */
export function readWide(pdfium: Pdfium, bytes: number, fill: (buffer: number) => number): string {
	const buffer = pdfium.wasmExports.malloc(bytes);
	if (buffer === 0) throw new ReadingError("too-much-memory");
	try {
		const written = Math.min(fill(buffer), bytes);
		return new TextDecoder("utf-16le").decode(
			pdfium.HEAPU8.subarray(buffer, buffer + Math.max(0, written - 2)),
		);
	} finally {
		pdfium.wasmExports.free(buffer);
	}
}

/** Whether the first pages show pictures. */
export function isMadeOfPictures({ pdfium, document, pages }: Pdf): boolean {
	for (let index = 0; index < Math.min(pages, FIRST_PAGES); index++) {
		const page = pdfium._FPDF_LoadPage(document, index);
		if (!page) continue;
		try {
			const objects = Math.min(pdfium._FPDFPage_CountObjects(page), FIRST_OBJECTS);
			for (let at = 0; at < objects; at++) {
				if (pdfium._FPDFPageObj_GetType(pdfium._FPDFPage_GetObject(page, at)) === IMAGE_OBJECT) return true;
			}
		} finally {
			pdfium._FPDF_ClosePage(page);
		}
	}
	return false;
}
