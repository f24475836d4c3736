/** The first bytes of pictures, and where they stand. HEIC and AVIF name their kind after the size of a box. */
const SIGNATURES: [kind: string, offset: number, bytes: string][] = [
	["png", 0, "\x89PNG"],
	["jpeg", 0, "\xff\xd8\xff"],
	["gif", 0, "GIF8"],
	["webp", 8, "WEBP"],
	["heic", 4, "ftyphe"],
	["heic", 4, "ftypmif1"],
	["avif", 4, "ftypavif"],
	["tiff", 0, "II*\0"],
	["tiff", 0, "MM\0*"],
];

/** Which kind of picture a file is by its first bytes; null: none. */
export function pictureOf(head: Uint8Array): string | null {
	const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 16)).toString("latin1");
	return SIGNATURES.find(([, offset, bytes]) => start.startsWith(bytes, offset))?.[0] ?? null;
}
