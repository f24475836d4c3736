import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../conventions/source-files.ts";

const read = (name: string) => readFileSync(join(ROOT, "public", name));
const sizeOf = (file: Buffer) => [file.readUInt32BE(16), file.readUInt32BE(20)];

test.each([
	["apple-touch-icon.png", 180, 180],
	["icon-192.png", 192, 192],
	["icon-512.png", 512, 512],
	["icon-maskable-512.png", 512, 512],
	["og.png", 1200, 630],
])("%s is a picture of %i × %i", (name, width, height) => {
	const file = read(name);
	expect(file.subarray(1, 4).toString()).toBe("PNG");
	expect(sizeOf(file)).toEqual([width, height]);
	expect(file.length).toBeLessThan(100 * 1024);
});

test("favicon.ico contains three sizes, each at the offset of its directory", () => {
	const file = read("favicon.ico");
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
