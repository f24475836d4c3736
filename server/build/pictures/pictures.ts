import { box, color, disc, draw, glow, moved, openRing, polygon, type Shape, slope } from "./draw.ts";
import { ico, type Picture, png } from "./png.ts";

const VIOLET = color("#6B34E0");
const ORANGE = color("#FF681F");
const WHITE = color("#FFFFFF");

// The logo of `public/favicon.svg`, 32 units wide, as shapes: the plate, and «С» with its tail and its point.
const PLATE = box(0, 0, 32, 32, 10, VIOLET);
const SIGN: Shape[] = [
	polygon(
		[
			[8.1, 17.6],
			[13.9, 22.3],
			[7.3, 24.6],
		],
		WHITE,
	),
	openRing(15.495, 15.5, 7, Math.asin(4.68 / 7), 3.5, WHITE),
	disc(22.7, 15.5, 2.6, ORANGE),
];

const scaled = (shapes: readonly Shape[], x: number, y: number, scale: number) =>
	shapes.map((shape) => moved(shape, x, y, scale));

/** The logo on its plate, with transparent corners. */
const favicon = (size: number): Picture => draw(size, size, scaled([PLATE, ...SIGN], 0, 0, size / 32));

/**
 * The logo on a full-bleed violet background: the system rounds the corners itself. Within a circle of four fifths
 * nothing is cut off (W3C, «maskable» icons), and the logo stays inside it.
 * @param share the fraction of the width that the logo's 32 units take
 */
function filled(size: number, share: number): Picture {
	const margin = (size * (1 - share)) / 2;
	return draw(size, size, [
		slope(size, size, VIOLET, VIOLET),
		...scaled(SIGN, margin, margin, (size * share) / 32),
	]);
}

const LINE = color("#DCE3EE");
const SOFT = color("#EDE6FF");
const line = (x: number, y: number, width: number, paint = LINE) => box(x, y, width, 18, 9, paint);

/**
 * The Open Graph picture of a link to the site: the logo, and a conversation without text. The service's name is the
 * operator's and is shown beside the picture, so the picture contains none.
 */
const openGraph = (): Picture =>
	draw(1200, 630, [
		slope(1200, 630, color("#2A1266"), color("#4A1FA8")),
		glow(0, 630, 760, color("#6B34E0", 0.95)),
		glow(1200, 0, 700, color("#FF681F", 0.55)),
		...scaled(SIGN, 34, 115, 12.5),
		box(520, 85, 590, 460, 32, WHITE),
		box(724, 129, 342, 108, 28, SOFT),
		line(756, 158, 278, color("#C9B8FF")),
		line(756, 190, 190, color("#C9B8FF")),
		...scaled([PLATE, ...SIGN], 564, 277, 2),
		line(652, 286, 400),
		line(652, 322, 352),
		line(652, 358, 384),
		line(652, 394, 220),
		box(884, 390, 12, 26, 4, ORANGE),
		box(564, 447, 502, 64, 32, color("#F3F6FC")),
		line(594, 470, 180),
		disc(1032, 479, 22, VIOLET),
	]);

/** Every picture that the build generates, by its file name. */
export function pictures(): Record<string, Buffer> {
	return {
		"favicon.ico": ico([16, 32, 48].map(favicon)),
		"apple-touch-icon.png": png(filled(180, 0.86)),
		"icon-192.png": png(favicon(192)),
		"icon-512.png": png(favicon(512)),
		"icon-maskable-512.png": png(filled(512, 0.72)),
		"og.png": png(openGraph()),
	};
}
