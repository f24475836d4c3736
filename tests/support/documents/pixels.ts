import { PDFiumLibrary } from "@hyzyla/pdfium";
import { pdfOf, streamOf } from "./pdf.ts";
import { jpegSize } from "./picture.ts";

/** The brightness of a JPEG in the middle of each of its quarters: top left, top right, bottom left, bottom right. */
export async function quartersOf(jpeg: Buffer): Promise<number[]> {
	const { width, height } = jpegSize(jpeg);
	const picture = streamOf(
		jpeg,
		`/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
	);
	const page = pdfOf({
		1: "<</Type/Catalog/Pages 2 0 R>>",
		2: "<</Type/Pages/Kids[5 0 R]/Count 1>>",
		3: picture,
		4: streamOf(Buffer.from("40 0 0 40 0 0 cm /I Do"), ""),
		5: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 40 40]/Resources<</XObject<</I 3 0 R>>>>/Contents 4 0 R>>",
	});
	const library = await PDFiumLibrary.init();
	const document = await library.loadDocument(page);
	const { data } = await document.getPage(0).render({ width: 40, height: 40 });
	const at = (x: number, y: number) => data[(y * 40 + x) * 4] ?? 0;
	return [at(10, 10), at(30, 10), at(10, 30), at(30, 30)];
}
