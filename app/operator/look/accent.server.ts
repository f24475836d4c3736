import { contrast, type Oklch, parseHex, rgbOf, toHex, toOklch } from "./color.server.ts";

/** The accent of the design: `palette.css` has its shades. */
export const OWN_ACCENT = "#6b34e0";

const WHITE = "#ffffff";
/** `--background`, where text is hardest to read. */
const LIGHT = "#eff4fb";
/** `--surface-2` of the dark theme. */
const DARK = "#21202d";
/** The contrast of text, and of what is no text but has to be seen (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const SHAPE_CONTRAST = 3;
/** Steps of lightness in which a shade is looked for. */
const STEP = 0.004;

/** The shade nearest to a colour that is far enough from another one: darker or lighter. */
function until(color: Oklch, away: "darker" | "lighter", from: string, least: number): string {
	const direction = away === "darker" ? -STEP : STEP;
	let { l } = color;
	while (contrast(toHex({ ...color, l }), from) < least && l > 0 && l < 1) l += direction;
	return toHex({ ...color, l });
}

type Shades = Record<string, [light: string, dark: string]>;

/** The colours of `palette.css` with this accent, in both themes. */
function shadesOf(accent: string): Shades {
	const own = toOklch(accent);
	const { h } = own;
	// A gray accent stays gray.
	const some = (share: number) => own.c * share;
	const tone = (l: number, c: number) => toHex({ l, c, h });
	const deeper = (hex: string, by: number) => toHex({ ...toOklch(hex), l: toOklch(hex).l + by });
	// Buttons of the dark theme are a little lighter, as far as white can be read on them.
	const dark = until({ ...own, l: Math.max(own.l + 0.05, 0.5) }, "darker", WHITE, TEXT_CONTRAST);
	const darkText = until({ l: Math.max(0.78, own.l), c: some(0.55), h }, "lighter", DARK, 6);
	const lightText = until({ ...own, l: Math.min(own.l, 0.48) }, "darker", LIGHT, 5.5);
	const focus = until(own, "darker", LIGHT, SHAPE_CONTRAST);
	const soft: [string, string] = [tone(0.945, some(0.13)), tone(0.28, some(0.29))];
	const light = (hex: string, share: number) => `rgb(${rgbOf(hex)} / ${share})`;
	return {
		primary: [accent, dark],
		"primary-hover": [deeper(accent, -0.04), deeper(dark, -0.02)],
		"primary-active": [deeper(accent, -0.09), deeper(dark, -0.05)],
		"primary-text": [lightText, darkText],
		"primary-soft": soft,
		"primary-soft-hover": [tone(0.91, some(0.2)), tone(0.33, some(0.34))],
		"primary-soft-active": [tone(0.85, some(0.34)), tone(0.37, some(0.44))],
		"on-primary-soft": [
			until({ ...own, l: 0.4 }, "darker", soft[0], 7),
			until({ l: 0.86, c: some(0.35), h }, "lighter", soft[1], 7),
		],
		"primary-veil": [light(accent, 0.09), light(dark, 0.09)],
		"inverse-accent": [tone(0.83, some(0.42)), lightText],
		"link-line": [light(lightText, 0.35), light(darkText, 0.35)],
		focus: [focus, darkText],
		"focus-ring": [light(focus, 0.28), light(darkText, 0.28)],
		selection: [tone(0.88, some(0.25)), tone(0.39, some(0.5))],
		bubble: [tone(0.925, some(0.16)), tone(0.3, some(0.34))],
		"on-bubble": [tone(0.24, some(0.25)), tone(0.95, some(0.08))],
		"brand-1": [tone(0.27, some(0.6)), tone(0.19, some(0.36))],
		"brand-2": [tone(0.4, some(0.8)), tone(0.29, some(0.52))],
		"brand-3": [until(own, "darker", WHITE, 5), tone(0.42, some(0.76))],
		"on-brand-2": [tone(0.88, some(0.25)), tone(0.85, some(0.33))],
	};
}

/**
 * The accent as CSS that overrides `palette.css`, whatever comes first in the page; null for the design's own.
 * @param accent as `parseHex` gives it
 */
export const accentCss = (accent: string): string | null =>
	accent === OWN_ACCENT ? null : `html[data-theme],html [data-theme]{${declarations(accent)}}`;

/** The same for one part of a page, by a selector. */
export const accentCssOf = (accent: string, selector: string): string =>
	`${selector}{${declarations(accent)}}`;

const declarations = (accent: string) =>
	Object.entries(shadesOf(accent))
		.map(([name, [light, dark]]) => `--${name}:var(--light,${light}) var(--dark,${dark})`)
		.join(";");

/** A place in which the accent has to differ from its background: the contrast in both themes, and the least one. */
export type ContrastCheck = {
	place: "button" | "link" | "focus";
	light: number;
	dark: number;
	least: number;
};

/** The contrasts of an accent. Only that of the button depends on the choice: the other shades are made to be seen. */
export function checkAccent(accent: string): ContrastCheck[] {
	const shades = shadesOf(accent);
	const of = (name: string, [light, dark]: [string, string]) => {
		const [inLight, inDark] = shades[name] ?? [accent, accent];
		return { light: contrast(inLight, light), dark: contrast(inDark, dark) };
	};
	return [
		{ place: "button", ...of("primary", [WHITE, WHITE]), least: TEXT_CONTRAST },
		{ place: "link", ...of("primary-text", [LIGHT, DARK]), least: TEXT_CONTRAST },
		{ place: "focus", ...of("focus", [LIGHT, DARK]), least: SHAPE_CONTRAST },
	];
}

export type AccentRead =
	| { outcome: "fits"; accent: string }
	| { outcome: "no-color" }
	/** White cannot be read on it; `nearest` is as near as a shade that fits is. */
	| { outcome: "too-light"; contrast: number; nearest: string };

/** An accent that somebody has typed. */
export function readAccent(text: string): AccentRead {
	const accent = parseHex(text);
	if (!accent) return { outcome: "no-color" };
	const found = contrast(accent, WHITE);
	if (found >= TEXT_CONTRAST) return { outcome: "fits", accent };
	return {
		outcome: "too-light",
		contrast: found,
		nearest: until(toOklch(accent), "darker", WHITE, TEXT_CONTRAST),
	};
}
