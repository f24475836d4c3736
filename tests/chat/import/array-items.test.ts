import { describe, expect, test } from "vitest";
import { arrayItems } from "../../../app/chat/import/formats/array-items.server.ts";

const KB = 1024;

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const items = async (text: string, size = 7, largest = 64 * KB) =>
	Array.fromAsync(arrayItems(cut(text, size), largest));

const nasty = [
	{ a: "скобки ] } [ { и запятые , внутри", b: [1, [2, { c: "\\" }], '\\" ]'] },
	'строка, «кавычки» " и \\',
	[],
	{},
	null,
	-1.5e3,
	{ "ключ ]": "эмодзи 🦔" },
];

describe("a JSON array of any size, cut into its items while it arrives", () => {
	test.each([1, 2, 3, 7, 64, 10_000])("the items are the same whatever the cuts: %i bytes", async (size) => {
		for (const text of [
			JSON.stringify(nasty),
			JSON.stringify(nasty, null, "\t"),
			`\ufeff${JSON.stringify(nasty)}\n`,
		]) {
			expect((await items(text, size)).map((item) => JSON.parse(item))).toEqual(nasty);
		}
	});

	test("an empty array has no items", async () => {
		expect(await items(" [ ] ")).toEqual([]);
	});

	test.each([
		["{}", "not-json"],
		["", "not-json"],
		["[1] [2]", "not-json"],
		["привет", "not-json"],
		["[1, 2", "cut-off"],
		['["открытая', "cut-off"],
	])("%s is refused: %s", async (text, code) => {
		await expect(items(text)).rejects.toMatchObject({ code });
	});

	test("an item past the bound is refused before it is in memory", async () => {
		let given = 0;
		async function* endless() {
			yield Buffer.from('["');
			for (;;) {
				given += KB;
				yield Buffer.alloc(KB, "a");
			}
		}
		await expect(Array.fromAsync(arrayItems(endless(), 16 * KB))).rejects.toMatchObject({
			code: "conversation-too-large",
		});
		expect(given).toBeLessThanOrEqual(17 * KB);
	});

	test("what was whole is given before the break is met", async () => {
		const seen: string[] = [];
		await expect(
			(async () => {
				for await (const item of arrayItems(cut('[{"a":1},{"b":', 3), KB)) seen.push(item);
			})(),
		).rejects.toMatchObject({ code: "cut-off" });
		expect(seen).toEqual(['{"a":1}']);
	});
});
