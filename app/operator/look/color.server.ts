/** A colour by lightness (0–1), chroma and hue in degrees (OKLCH): its shades keep the hue to the eye. */
export type Oklch = { l: number; c: number; h: number };

type Rgb = [red: number, green: number, blue: number];

/** «#6B34E0», in any case; null: no colour. */
export function parseHex(text: string): string | null {
	const hex = /^#?([\da-f]{6})$/i.exec(text.trim())?.[1];
	return hex ? `#${hex.toLowerCase()}` : null;
}

const channels = (hex: string): Rgb =>
	[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;

/** «107 52 224», for `rgb()` with a transparency. */
export const rgbOf = (hex: string): string => channels(hex).join(" ");

// WCAG 2.2, «relative luminance».
const toLinear = (channel: number) => {
	const part = channel / 255;
	return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const fromLinear = (value: number) =>
	Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));

function luminance(hex: string): number {
	const [red, green, blue] = channels(hex).map(toLinear) as Rgb;
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2, «contrast ratio»). */
export function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** By the matrices of the OKLab colour space (bottosson.github.io/posts/oklab, CSS Color 4). */
export function toOklch(hex: string): Oklch {
	const [red, green, blue] = channels(hex).map(toLinear) as Rgb;
	const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
	const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
	const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
	const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
	const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
	return {
		l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
		c: Math.hypot(a, b),
		h: (Math.atan2(b, a) * 180) / Math.PI,
	};
}

function linearOf({ l: lightness, c, h }: Oklch): Rgb {
	const angle = (h * Math.PI) / 180;
	const a = c * Math.cos(angle);
	const b = c * Math.sin(angle);
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
		-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
		-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
	];
}

const isShown = (linear: Rgb) => linear.every((channel) => channel >= -0.0001 && channel <= 1.0001);

/** The colour as a screen shows it: where it cannot, with less chroma. */
export function toHex(color: Oklch): string {
	let { c } = color;
	let linear = linearOf(color);
	while (!isShown(linear) && c > 0.001) {
		c *= 0.96;
		linear = linearOf({ ...color, c });
	}
	return `#${linear
		.map((channel) =>
			fromLinear(Math.min(1, Math.max(0, channel)))
				.toString(16)
				.padStart(2, "0"),
		)
		.join("")}`;
}
