import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PictureType } from "../../../app/files/reading/document-types.ts";
import { type MadePicture, makePictures } from "../../../app/files/reading/pictures/make-pictures.server.ts";
import { pictureOf } from "../../../app/files/reading/pictures/picture-type.server.ts";
import { scannedPdf } from "../../support/documents/pdf.ts";
import { blackPng, exif, gif, jpeg, jpegSize, progressiveJpeg } from "../../support/documents/picture.ts";
import { quartersOf } from "../../support/documents/pixels.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-pictures-"));
let count = 0;

async function make(bytes: Buffer, type: PictureType | "pdf") {
	const path = join(folder, String(count++));
	writeFileSync(path, bytes);
	const pictures: MadePicture[] = [];
	const outcome = await makePictures({
		path,
		type,
		onPicture: async (picture) => void pictures.push(picture),
	});
	return { outcome, pictures };
}

test("a photograph of 12 megapixels on its side is made upright, at most 2 000 pixels, without metadata", async () => {
	// White on the left: turned clockwise that is the top.
	const photo = jpeg(4_032, 3_024, (x) => (x < 252 ? 250 : 10), exif(6));
	const { outcome, pictures } = await make(photo, "jpeg");
	expect(outcome).toEqual({ outcome: "made", count: 1 });
	const [{ full, small, width, height } = {} as MadePicture] = pictures;
	expect({ width, height }).toEqual({ width: 1_500, height: 2_000 });
	expect(jpegSize(full)).toEqual({ width: 1_500, height: 2_000, hasMetadata: false });
	expect(jpegSize(small)).toEqual({ width: 480, height: 640, hasMetadata: false });
	const [topLeft = 0, topRight = 0, bottomLeft = 255, bottomRight = 255] = await quartersOf(full);
	expect(Math.min(topLeft, topRight)).toBeGreaterThan(200);
	expect(Math.max(bottomLeft, bottomRight)).toBeLessThan(60);
});

test("a small picture keeps its size; of an animation the first frame is taken", async () => {
	expect((await make(gif(10_000, 30), "gif")).pictures).toMatchObject([{ width: 30, height: 30 }]);
	expect((await make(blackPng(100, 50), "png")).pictures).toMatchObject([{ width: 100, height: 50 }]);
});

test.each<[string, Buffer, PictureType, string]>([
	["a bomb of 900 megapixels", blackPng(30_000, 30_000), "png", "too-many-pixels"],
	[
		"a progressive photograph of 49 megapixels",
		progressiveJpeg(7_000, 7_000),
		"jpeg",
		"too-much-picture-memory",
	],
	["a file that was cut off", blackPng(900, 900).subarray(0, 60), "png", "damaged-picture"],
	[
		"a photograph that was cut off",
		jpeg(800, 800, (x, y) => (x * y) % 256).subarray(0, 2_000),
		"jpeg",
		"damaged-picture",
	],
	["a first half of a signature", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), "jpeg", "damaged-picture"],
	["noise", Buffer.from(`GIF89a${"\0".repeat(500)}`), "gif", "damaged-picture"],
])("%s is refused in words", async (_name, bytes, type, reason) => {
	expect((await make(bytes, type)).outcome).toEqual({ outcome: "failed", reason });
});

test("the pages of a scan become pictures, at most twenty", async () => {
	const { outcome, pictures } = await make(scannedPdf(3), "pdf");
	expect(outcome).toEqual({ outcome: "made", count: 3 });
	expect(pictures.map(({ number, height }) => [number, height])).toEqual([
		[1, 1_754],
		[2, 1_754],
		[3, 1_754],
	]);
	expect((await make(scannedPdf(21), "pdf")).outcome).toEqual({
		outcome: "failed",
		reason: "too-many-pages",
	});
});

test("what a file is is told by its first bytes", () => {
	const box = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, "latin1");
	expect(pictureOf(box("heic"))).toBe("heic");
	expect(pictureOf(box("avif"))).toBe("avif");
	expect(pictureOf(Buffer.from("II*\0", "latin1"))).toBe("tiff");
	expect(
		pictureOf(Buffer.concat([Buffer.from("BM\x01\x02\x03\x04\0\0\0\0", "latin1"), Buffer.alloc(20)])),
	).toBe("bmp");
	expect(pictureOf(Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'))).toBe(
		"svg",
	);
	expect(pictureOf(gif(1))).toBe("gif");
	expect(pictureOf(Buffer.from("BMW и Audi: сравнение"))).toBeNull();
	expect(pictureOf(Buffer.from("<p>svg</p>"))).toBeNull();
});
