import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
	accentCss,
	checkAccent,
	OWN_ACCENT,
	readAccent,
	SHAPE_CONTRAST,
	TEXT_CONTRAST,
} from "../../../app/operator/look/accent.server.ts";
import { contrast, toHex, toOklch } from "../../../app/operator/look/color.server.ts";

/** Colours all around the circle, pale and deep, that white can be read on. */
const FITTING = Array.from({ length: 72 }, (_, i) =>
	toHex({ l: 0.25 + (i % 4) * 0.06, c: 0.02 + (i % 3) * 0.09, h: i * 5 }),
);

describe("the accent", () => {
	test("contrast is that of WCAG", () => {
		expect(contrast("#000000", "#ffffff")).toBe(21);
		expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
	});

	test("a colour survives its way to lightness, chroma and hue and back", () => {
		for (const hex of ["#6b34e0", "#000000", "#ffffff", "#ffb300", "#0b7a83"])
			expect(toHex(toOklch(hex))).toBe(hex);
	});

	test("of any colour that white can be read on, all that is shown with it can be seen", () => {
		for (const accent of FITTING) {
			expect(readAccent(accent)).toEqual({ outcome: "fits", accent });
			for (const { place, light, dark, least } of checkAccent(accent))
				expect([accent, place, light >= least, dark >= least]).toEqual([accent, place, true, true]);
		}
		expect([TEXT_CONTRAST, SHAPE_CONTRAST]).toEqual([4.5, 3]);
	});

	test("one that white cannot be read on is refused, with the nearest that fits", () => {
		const read = readAccent("#FFB300");
		if (read.outcome !== "too-light") throw new Error(read.outcome);
		expect(read.contrast).toBeCloseTo(1.79, 1);
		expect(readAccent(read.nearest).outcome).toBe("fits");
		expect(Math.abs(toOklch(read.nearest).h - toOklch("#ffb300").h)).toBeLessThan(6);
		for (const text of ["", "red", "#12345", "#6b34e0;}body{display:none"])
			expect(readAccent(text)).toEqual({ outcome: "no-color" });
	});

	test("its CSS sets what the palette has, and nothing where it is the design's own", () => {
		expect(accentCss(OWN_ACCENT)).toBeNull();
		const palette = readFileSync("app/ui/palette.css", "utf8");
		const css = accentCss("#0b7a83") ?? "";
		const names = [...css.matchAll(/--([a-z0-9-]+):/g)].map(([, name]) => name);
		expect(names.length).toBeGreaterThan(15);
		for (const name of names) expect(palette).toContain(`--${name}:`);
		// Every shade of the design's violet in the palette has its counterpart.
		const violet = [...palette.matchAll(/^\t--([\w-]+): var\(--light, #(\w{6})\) var\(--dark, #(\w{6})\)/gm)]
			.filter(([, , light = ""]) => {
				const { c, h } = toOklch(`#${light}`);
				return c > 0.15 && Math.abs(((h + 360) % 360) - 291) < 6;
			})
			.map(([, name]) => name);
		expect(violet).toContain("primary");
		for (const name of violet) expect(names).toContain(name);
	});
});
