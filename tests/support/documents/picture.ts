import { crc32, deflateSync } from "node:zlib";

/** How much of the gray of a block a picture has: 0 is black, 255 white. */
type Gray = (x: number, y: number) => number;

const BLOCK = 8;

/**
 * A baseline JPEG in gray, of blocks of 8 by 8 pixels with one gray each: small, and of any size.
 * @param gray of a block, by its place
 * @param segments put after its beginning, as a camera writes what it knows
 */
export function jpeg(width: number, height: number, gray: Gray, segments = Buffer.alloc(0)) {
	const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
	const bits = new BitWriter();
	let before = 0;
	for (let y = 0; y < rows; y++)
		for (let x = 0; x < columns; x++) {
			const value = gray(x, y) - 128;
			const difference = value - before;
			before = value;
			const size = Math.abs(difference).toString(2).length * Number(difference !== 0);
			bits.write(size, 4);
			bits.write(difference < 0 ? difference + 2 ** size - 1 : difference, size);
			// The end of the block: all other coefficients are zero.
			bits.write(0, 1);
		}
	return Buffer.concat([
		Buffer.from([0xff, 0xd8]),
		segments,
		segment(0xdb, [0, ...Array<number>(64).fill(BLOCK)]),
		segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
		// Ten sizes of differences, of four bits each; one code of one bit.
		segment(0xc4, [0x00, 0, 0, 0, 10, ...Array<number>(12).fill(0), ...Array(10).keys()]),
		segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0]),
		segment(0xda, [1, 1, 0x00, 0, 63, 0]),
		bits.end(),
		Buffer.from([0xff, 0xd9]),
	]);
}

/**
 * A progressive JPEG in full colour, all gray, of one scan: a decoder holds the coefficients of all of its pixels, six
 * bytes each, in a file of a few hundred kilobytes.
 */
export function progressiveJpeg(width: number, height: number) {
	const blocks = Math.ceil(width / BLOCK) * Math.ceil(height / BLOCK);
	const component = (id: number) => [id, 0x11, 0];
	return Buffer.concat([
		Buffer.from([0xff, 0xd8]),
		segment(0xdb, [0, ...Array<number>(64).fill(BLOCK)]),
		segment(0xc2, [
			8,
			height >> 8,
			height & 255,
			width >> 8,
			width & 255,
			3,
			...[1, 2, 3].flatMap(component),
		]),
		// No difference: one code of one bit.
		segment(0xc4, [0x00, 1, ...Array<number>(15).fill(0), 0]),
		segment(0xda, [3, 1, 0x00, 2, 0x00, 3, 0x00, 0, 0, 0]),
		Buffer.alloc(Math.ceil((3 * blocks) / 8)),
		Buffer.from([0xff, 0xd9]),
	]);
}

class BitWriter {
	readonly #bytes: number[] = [];
	#held = 0;
	#count = 0;

	write(value: number, bits: number): void {
		for (let bit = bits - 1; bit >= 0; bit--) {
			this.#held = (this.#held << 1) | ((value >> bit) & 1);
			if (++this.#count < 8) continue;
			this.#bytes.push(this.#held);
			// A byte that looks like a marker is followed by zero.
			if (this.#held === 0xff) this.#bytes.push(0);
			this.#held = this.#count = 0;
		}
	}

	end() {
		while (this.#count > 0) this.write(1, 1);
		return Buffer.from(this.#bytes);
	}
}

function segment(marker: number, content: Iterable<number>) {
	const bytes = Buffer.from([...content]);
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(bytes.length + 2, 2);
	return Buffer.concat([head, bytes]);
}

/** The data that a telephone writes into its photographs: which side is up, and where it was. */
export function exif(orientation: number) {
	const tiff = Buffer.alloc(120);
	tiff.write("II*\0", 0, "latin1");
	tiff.writeUInt32LE(8, 4);
	const entry = (at: number, tag: number, type: number, count: number, value: number) => {
		tiff.writeUInt16LE(tag, at);
		tiff.writeUInt16LE(type, at + 2);
		tiff.writeUInt32LE(count, at + 4);
		tiff.writeUInt32LE(value, at + 8);
	};
	tiff.writeUInt16LE(2, 8);
	entry(10, 0x0112, 3, 1, orientation);
	entry(22, 0x8825, 4, 1, 40);
	tiff.writeUInt16LE(2, 40);
	entry(42, 1, 2, 2, "N".charCodeAt(0));
	entry(54, 2, 5, 3, 80);
	for (const [i, number] of [55, 1, 45, 1, 21, 1].entries()) tiff.writeUInt32LE(number, 80 + 4 * i);
	return segment(0xe1, [...Buffer.from("Exif\0\0", "latin1"), ...tiff]);
}

/** A PNG of one bit a pixel, all black: the largest picture in the fewest bytes. */
export function blackPng(width: number, height: number) {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 1;
	const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(rows, { level: 9 })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(type: string, content: Buffer) {
	const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(content.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}

/** A GIF of so many frames of one pixel. */
export function gif(frames: number, side = 1) {
	const size = [side & 255, side >> 8];
	const frame = [0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
	return Buffer.concat([
		Buffer.from("GIF89a", "latin1"),
		Buffer.from([...size, ...size, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]),
		...Array<Buffer>(frames).fill(Buffer.from(frame)),
		Buffer.from([0x3b]),
	]);
}

/** The pixels of a JPEG as it says itself, and whether it has anything that a camera wrote. */
export function jpegSize(bytes: Buffer): { width: number; height: number; hasMetadata: boolean } {
	let hasMetadata = false;
	for (let at = 2; at < bytes.length; ) {
		const marker = bytes[at + 1] ?? 0;
		if ((marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker))
			return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), hasMetadata };
		if (marker === 0xe1 || marker === 0xe2 || marker === 0xed) hasMetadata = true;
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	throw new Error("This is no JPEG.");
}
