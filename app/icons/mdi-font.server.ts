import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { IconShape } from "./icon-set.ts";
import { readTrueType } from "./true-type.server.ts";

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

let opened: ReturnType<typeof open> | undefined;

/**
 * One glyph of the Material Design Icons font as a vector, by its name there. The font is opened on first use: a site
 * that shows only its bundled glyphs never reads it.
 */
export function glyphNamed(name: string): IconShape | undefined {
	opened ??= open();
	const codePoint = opened.codePoints.get(name);
	const path = codePoint === undefined ? undefined : opened.font.pathOf(codePoint);
	const side = opened.font.unitsPerEm;
	return path === undefined
		? undefined
		: { body: `<path fill="currentColor" d="${path}"/>`, width: side, height: side };
}
