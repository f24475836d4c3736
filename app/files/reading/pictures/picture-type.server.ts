import type { PictureType } from "../document-types.ts";

/** Kinds of pictures that are recognised and not taken: the person is told to save them otherwise. */
export const OTHER_PICTURES = ["heic", "avif", "tiff", "bmp", "svg"] as const;
export type OtherPicture = (typeof OTHER_PICTURES)[number];

/** The first bytes that tell what a picture is. */
export const PICTURE_HEAD_BYTES = 512;

/** The first bytes of pictures, and where they stand. HEIC and AVIF name their kind after the size of a box. */
const SIGNATURES: [kind: PictureType | OtherPicture, offset: number, bytes: string][] = [
	["png", 0, "\x89PNG"],
	["jpeg", 0, "\xff\xd8\xff"],
	["gif", 0, "GIF8"],
	["webp", 8, "WEBP"],
	["heic", 4, "ftyphe"],
	["heic", 4, "ftypmif1"],
	["heic", 4, "ftypmsf1"],
	["avif", 4, "ftypavi"],
	["tiff", 0, "II*\0"],
	["tiff", 0, "MM\0*"],
];
const SVG = /^\ufeff?\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i;

/** The kind of picture that a file is by its first bytes; null: none. */
export function pictureOf(head: Uint8Array): PictureType | OtherPicture | null {
	const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, PICTURE_HEAD_BYTES));
	const start = bytes.toString("latin1");
	const found = SIGNATURES.find(([, offset, signature]) => start.startsWith(signature, offset));
	if (found) return found[0];
	// The bytes 6 to 9 of a bitmap are reserved, and those of a text are not zero.
	if (start.startsWith("BM") && bytes.length > 14 && bytes.readUInt32LE(6) === 0) return "bmp";
	return SVG.test(bytes.toString("utf8")) ? "svg" : null;
}
