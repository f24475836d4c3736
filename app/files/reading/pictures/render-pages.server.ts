import { FILE_LIMITS } from "../../file-limits.ts";
import { openPdf, type Pdf } from "../formats/pdf/pdfium.server.ts";
import { ReadingError } from "../reading-error.server.ts";
import { PICTURE_SIZES } from "../reading-limits.server.ts";
import { type EncodedPicture, encodePixels } from "./encode-picture.server.ts";
import type { Vips } from "./open-vips.server.ts";

/** `FPDFBitmap_BGR` of fpdfview.h: three bytes a pixel; `FPDF_REVERSE_BYTE_ORDER`: red first. */
const BGR = 2;
const RED_FIRST = 0x10;
const WHITE = 0xffffffff;
/** Pixels of a page's longer side: small print of A4 is legible. */
const LONGER_SIDE = 1_754;

/** Makes pictures of the pages of a scan, in their order. @throws {ReadingError} when it has more than are shown */
export async function renderPages(
	vips: Vips,
	bytes: Uint8Array,
	onPage: (number: number, picture: EncodedPicture) => Promise<void>,
): Promise<void> {
	const pdf = await openPdf(bytes);
	if (pdf.pages > FILE_LIMITS.scanPages) throw new ReadingError("too-many-pages");
	for (let index = 0; index < pdf.pages; index++) await onPage(index + 1, renderPage(vips, pdf, index));
}

function renderPage(vips: Vips, { pdfium, document }: Pdf, index: number): EncodedPicture {
	const page = pdfium._FPDF_LoadPage(document, index);
	if (!page) throw new ReadingError("damaged");
	const [pageWidth, pageHeight] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
	const scale = LONGER_SIDE / Math.max(pageWidth, pageHeight);
	const sideOf = (points: number) => Math.min(PICTURE_SIZES.full, Math.max(1, Math.round(points * scale)));
	const [width, height] = [sideOf(pageWidth), sideOf(pageHeight)];
	const stride = width * 3;
	const at = pdfium.wasmExports.malloc(stride * height);
	if (at === 0) throw new ReadingError("too-much-memory");
	const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGR, at, stride);
	try {
		pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
		pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RED_FIRST);
		return encodePixels(vips, pdfium.HEAPU8.slice(at, at + stride * height), width, height);
	} finally {
		pdfium._FPDFBitmap_Destroy(bitmap);
		pdfium.wasmExports.free(at);
		pdfium._FPDF_ClosePage(page);
	}
}
