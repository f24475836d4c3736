import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { IconShape } from "../../app/icons/icon-set.ts";
import { readTrueType } from "./true-type.ts";

const file = (path: string) => readFileSync(createRequire(import.meta.url).resolve(`@mdi/font/${path}`));

function open() {
	const css = file("css/materialdesignicons.min.css").toString();
	const codePoints = new Map<string, number>();
	for (const [, name = "", code = ""] of css.matchAll(
		/\.mdi-([a-z0-9-]+)::?before\{content:"\\([0-9A-F]+)"/g,
	))
		codePoints.set(name, Number.parseInt(code, 16));
	return { codePoints, font: readTrueType(file("fonts/materialdesignicons-webfont.ttf")) };
}

const { codePoints, font } = open();

/** The names of the font's glyphs. */
export const glyphNames: ReadonlySet<string> = new Set(codePoints.keys());

/** One glyph of the font `@mdi/font` as a vector, by its name there. */
export function glyphNamed(name: string): IconShape | undefined {
	const codePoint = codePoints.get(name);
	const path = codePoint === undefined ? undefined : font.pathOf(codePoint);
	const side = font.unitsPerEm;
	return path === undefined
		? undefined
		: { body: `<path fill="currentColor" d="${path}"/>`, width: side, height: side };
}
