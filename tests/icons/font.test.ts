import { expect, test } from "vitest";
import { mdi } from "../../app/icons/mdi.ts";
import { iconsOfSet } from "../../app/icons/mdi-set.server.ts";
import { glyphNamed, glyphNames } from "./mdi-font.ts";
import { differences, flatten, paint } from "./outline.ts";

const pathIn = (body = "") => /d="([^"]+)"/.exec(body)?.[1] ?? "";

test("the path of a square is read from the font to the unit", () => {
	expect(glyphNamed("stop")).toEqual({
		body: '<path fill="currentColor" d="M384 384h-256v-256h256z"/>',
		width: 512,
		height: 512,
	});
});

test("S-9.37 the icon service has the names of the font @mdi/font, and no other", async () => {
	const names = [...glyphNames].filter((name) => glyphNamed(name) !== undefined);
	expect(names.length).toBeGreaterThan(7_000);
	expect((await iconsOfSet(names)).size).toBe(names.length);
	const withdrawn = ["github", "twitter", "no-such-icon", "__proto__", "constructor"];
	const others = withdrawn.filter((name) => !glyphNames.has(name));
	expect(await iconsOfSet(others)).toEqual(new Map());
});

test("the bundled icons are those of the set: node bin/generate/bundled-icons.ts", async () => {
	const set = await iconsOfSet(Object.keys(mdi));
	expect(mdi).toEqual(Object.fromEntries([...set].map(([name, { body }]) => [name, pathIn(body)])));
});

test.each(Object.entries(mdi))(
	"S-9.37 «%s» of the screens is that glyph of the font @mdi/font",
	(name, path) => {
		const [ours, theirs] = [paint(path, 24), paint(pathIn(glyphNamed(name)?.body), 512)];
		// The font rounds to a unit and draws with other curves, so an edge may lie a sample aside.
		expect([differences(ours, theirs), differences(theirs, ours)]).toEqual([0, 0]);
	},
);

test("a glyph of another name would be noticed, and one that is turned over", () => {
	const check = paint(mdi.check, 24);
	expect(differences(check, paint(pathIn(glyphNamed("close")?.body), 512))).toBeGreaterThan(5);
	expect(
		differences(paint(mdi["chevron-left"], 24), paint(pathIn(glyphNamed("chevron-right")?.body), 512)),
	).toBeGreaterThan(5);
	expect(differences(check, check.toReversed())).toBeGreaterThan(5);
});

test("there is no glyph for what the font does not name or leaves blank", () => {
	expect(["no-such-icon", "blank", "spin", "__proto__", "", "CHECK"].map(glyphNamed)).toEqual(
		Array.from({ length: 6 }),
	);
});

test("a circle drawn with curves is round", () => {
	const [outer = []] = flatten(pathIn(glyphNamed("circle")?.body));
	const distances = outer.map(([x, y]) => Math.hypot(x - 256, y - 256));
	expect(Math.max(...distances) - Math.min(...distances)).toBeLessThan(8);
});
