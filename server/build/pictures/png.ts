import { crc32, deflateSync } from "node:zlib";

/** A picture of `width × height` pixels, four bytes each: red, green, blue, opacity. */
export type Picture = { width: number; height: number; points: Uint8Array };

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const EIGHT_BITS = 8;
const RGBA = 6;
/** Filter type Up: each row is the difference from the one above, which compresses gradients best. */
const UP = 2;

/** Encodes a picture as PNG (ISO/IEC 15948). */
export function png({ width, height, points }: Picture): Buffer {
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	head.set([EIGHT_BITS, RGBA], 8);
	const stride = width * 4;
	const rows = Buffer.alloc((stride + 1) * height);
	for (let y = 0; y < height; y++) {
		rows[y * (stride + 1)] = UP;
		for (let i = 0; i < stride; i++) {
			const above = y > 0 ? (points[(y - 1) * stride + i] ?? 0) : 0;
			rows[y * (stride + 1) + 1 + i] = (points[y * stride + i] ?? 0) - above;
		}
	}
	const body = deflateSync(rows, { level: 9 });
	return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("IDAT", body), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, body: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
	const framed = Buffer.alloc(named.length + 8);
	framed.writeUInt32BE(body.length, 0);
	framed.set(named, 4);
	framed.writeUInt32BE(crc32(named), named.length + 4);
	return framed;
}

/** Encodes square pictures of several sizes as one `favicon.ico`: a directory, then the PNG files themselves. */
export function ico(pictures: readonly Picture[]): Buffer {
	const files = pictures.map(png);
	const list = Buffer.alloc(6 + 16 * files.length);
	list.writeUInt16LE(1, 2);
	list.writeUInt16LE(files.length, 4);
	let offset = list.length;
	for (const [i, { width, height }] of pictures.entries()) {
		const at = 6 + 16 * i;
		list.set([width % 256, height % 256], at);
		list.writeUInt16LE(1, at + 4);
		list.writeUInt16LE(32, at + 6);
		list.writeUInt32LE(files[i]?.length ?? 0, at + 8);
		list.writeUInt32LE(offset, at + 12);
		offset += files[i]?.length ?? 0;
	}
	return Buffer.concat([list, ...files]);
}
