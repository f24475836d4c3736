import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { box, color, draw } from "../../../server/build/pictures/draw.ts";
import { pictures } from "../../../server/build/pictures/pictures.ts";
import { png } from "../../../server/build/pictures/png.ts";

const made = pictures();
const sizeOf = (file: Buffer) => [file.readUInt32BE(16), file.readUInt32BE(20)];

test.each([
	["apple-touch-icon.png", 180, 180],
	["icon-192.png", 192, 192],
	["icon-512.png", 512, 512],
	["icon-maskable-512.png", 512, 512],
	["og.png", 1200, 630],
])("%s is a picture of %i × %i", (name, width, height) => {
	const file = made[name] ?? Buffer.alloc(0);
	expect(file.subarray(1, 4).toString()).toBe("PNG");
	expect(sizeOf(file)).toEqual([width, height]);
	expect(file.length).toBeLessThan(100 * 1024);
});

test("favicon.ico contains three sizes, each at the offset of its directory", () => {
	const file = made["favicon.ico"] ?? Buffer.alloc(0);
	expect(file.readUInt16LE(4)).toBe(3);
	const sizes = [0, 1, 2].map((i) => {
		const at = file.readUInt32LE(6 + 16 * i + 12);
		return sizeOf(file.subarray(at, at + file.readUInt32LE(6 + 16 * i + 8)));
	});
	expect(sizes).toEqual([
		[16, 16],
		[32, 32],
		[48, 48],
	]);
});

test("what is drawn is what a reader of PNG sees: inside in its colour, outside nothing, the edge between", () => {
	const picture = draw(4, 2, [box(0.5, 0, 2.5, 2, 0, color("#6B34E0"))]);
	const file = png(picture);
	const rows = inflateSync(file.subarray(file.indexOf("IDAT") + 4, -16));
	const first = [...rows.subarray(1, 17)];
	expect(first.slice(4, 8)).toEqual([0x6b, 0x34, 0xe0, 255]);
	expect(first[3]).toBe(128);
	expect(first.slice(12)).toEqual([0, 0, 0, 0]);
	// The second row is written as the difference from the first.
	expect([...rows.subarray(18)].every((byte) => byte === 0)).toBe(true);
});
