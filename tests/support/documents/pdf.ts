import { deflateSync } from "node:zlib";

/**
 * A PDF of pages with lines of text. The letters are those of windows-1251, which the font names by glyphs, as the
 * programs of the nineties wrote them.
 * @param bookmarks titles by the number of their page
 */
export function pdf(
	pages: string[][],
	{ bookmarks = {} as Record<string, number>, encrypted = false } = {},
): Buffer {
	const kids = pages.map((_, i) => `${10 + 2 * i} 0 R`);
	const titles = Object.entries(bookmarks);
	const first = 10 + 2 * pages.length;
	return pdfOf(
		{
			1: `<</Type/Catalog/Pages 2 0 R${titles.length ? "/Outlines 4 0 R" : ""}>>`,
			2: `<</Type/Pages/Kids[${kids.join(" ")}]/Count ${pages.length}>>`,
			3: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 255/Widths[${"600 ".repeat(224)}]/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[184/afii10071 168/afii10023 192 ${CYRILLIC}]>>>>`,
			...(titles.length
				? {
						4: `<</Type/Outlines/First ${first} 0 R/Last ${first + titles.length - 1} 0 R/Count ${titles.length}>>`,
					}
				: {}),
			...Object.fromEntries(
				pages.flatMap((lines, i) => [
					[
						10 + 2 * i,
						`<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${11 + 2 * i} 0 R>>`,
					],
					[11 + 2 * i, streamOf(deflateSync(textOf(lines)), "/Filter/FlateDecode")],
				]),
			),
			...Object.fromEntries(
				titles.map(([title, page], i) => [
					first + i,
					`<</Title<feff${Buffer.from(title, "utf16le").swap16().toString("hex")}>/Parent 4 0 R/Dest[${8 + 2 * page} 0 R/Fit]${
						i > 0 ? `/Prev ${first + i - 1} 0 R` : ""
					}${i < titles.length - 1 ? `/Next ${first + i + 1} 0 R` : ""}>>`,
				]),
			),
		},
		encrypted
			? `/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -44/O<${"41".repeat(32)}>/U<${"42".repeat(32)}>>>/ID[<00><00>]`
			: "",
	);
}

/** A PDF whose pages are pictures. */
export function scannedPdf(count: number): Buffer {
	const picture = streamOf(
		deflateSync(Buffer.alloc(64 * 64, 200)),
		"/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode",
	);
	return pdfOf({
		1: "<</Type/Catalog/Pages 2 0 R>>",
		2: `<</Type/Pages/Kids[${"5 0 R ".repeat(count)}]/Count ${count}>>`,
		3: picture,
		4: streamOf(Buffer.from("595 0 0 842 0 0 cm /I Do"), ""),
		5: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I 3 0 R>>>>/Contents 4 0 R>>",
	});
}

/** A PDF of objects by their numbers. */
export function pdfOf(objects: Record<number, string | Buffer>, trailer = ""): Buffer {
	const chunks: Buffer[] = [Buffer.from("%PDF-1.5\n")];
	const offsets: [number, number][] = [];
	let at = chunks[0]?.length ?? 0;
	const add = (chunk: Buffer) => {
		chunks.push(chunk);
		at += chunk.length;
	};
	for (const [number, content] of Object.entries(objects)) {
		offsets.push([Number(number), at]);
		add(Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(content), Buffer.from("\nendobj\n")]));
	}
	const table = offsets
		.map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`)
		.join("");
	const size = Math.max(...offsets.map(([number]) => number)) + 1;
	chunks.push(
		Buffer.from(
			`xref\n0 1\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF`,
		),
	);
	return Buffer.concat(chunks);
}

export const streamOf = (bytes: Buffer, dictionary: string) =>
	Buffer.concat([
		Buffer.from(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`),
		bytes,
		Buffer.from("\nendstream"),
	]);

/** The names of А to я in Adobe's list of glyphs; ё and Ё have their own. */
const CYRILLIC = [...Array(32).keys()]
	.map((i) => `/afii${10017 + i + (i > 5 ? 1 : 0)}`)
	.concat([...Array(32).keys()].map((i) => `/afii${10065 + i + (i > 5 ? 1 : 0)}`))
	.join("");

function textOf(lines: string[]): Buffer {
	const shown = lines.map((line) => `<${windows1251(line).toString("hex")}> Tj 0 -14 Td`);
	return Buffer.from(`BT /F 11 Tf 40 800 Td ${shown.join("\n")} ET`);
}

/** Node decodes this encoding and does not encode it. */
export function windows1251(text: string): Buffer {
	return encodeAs("windows-1251", text);
}

/** A text in an encoding of one byte a letter. */
export function encodeAs(encoding: string, text: string): Buffer {
	const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, i) => i));
	return Buffer.from([...text].map((char) => Math.max(0, letters.indexOf(char))));
}
