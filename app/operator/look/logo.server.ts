import { createHash } from "node:crypto";

export const LOGO_BYTES = 200 * 1024;
/** A smaller picture is blurred on dense screens. */
const LEAST_PIXELS = 128;
const MOST_PIXELS = 4_096;

/** The operator's own logo. */
export type Logo = {
	type: "image/png" | "image/svg+xml";
	bytes: Buffer;
	/** The hash of its bytes: a changed logo has another address. */
	hash: string;
};

export type LogoRead =
	| { outcome: "fits"; logo: Logo }
	| { outcome: "too-big" | "no-logo" | "unsafe" | "not-square" };

/**
 * A picture that somebody has chosen as the logo. Only PNG, and SVG that is nothing but a drawing: it is shown as a
 * picture, where scripts do not run, and opened by its address under a policy that forbids them; so what is here is
 * that a logo also loads nothing from elsewhere and does not do otherwise in a program that shows it differently.
 */
export function readLogo(bytes: Buffer): LogoRead {
	if (bytes.length > LOGO_BYTES) return { outcome: "too-big" };
	const size = pngSize(bytes);
	if (size) {
		const [width, height] = size;
		const fits = width === height && width >= LEAST_PIXELS && width <= MOST_PIXELS;
		return fits ? { outcome: "fits", logo: logoOf("image/png", bytes) } : { outcome: "not-square" };
	}
	const text = bytes.toString("utf8");
	if (!/^\ufeff?\s*(<\?xml[^>]*\?>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/.test(text))
		return { outcome: "no-logo" };
	if (!/<\/svg>\s*$/.test(text) || text.includes("\ufffd")) return { outcome: "no-logo" };
	return isDrawing(text) ? { outcome: "fits", logo: logoOf("image/svg+xml", bytes) } : { outcome: "unsafe" };
}

const logoOf = (type: Logo["type"], bytes: Buffer): Logo => ({
	type,
	bytes,
	hash: createHash("sha256").update(bytes).digest("hex").slice(0, 12),
});

/** Width and height of a PNG (its first chunk, RFC 2083, 11.2.2); null: it is none. */
function pngSize(bytes: Buffer): [number, number] | null {
	const isPng =
		bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")) &&
		bytes.length > 32 &&
		bytes.toString("latin1", 12, 16) === "IHDR";
	return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null;
}

/** Shapes, colours and their definitions. No text, no styles of its own, no pictures, no movement, no foreign markup. */
const ELEMENTS = new Set(
	(
		"svg g defs title desc metadata symbol use path rect circle ellipse line polyline polygon " +
		"lineargradient radialgradient stop clippath mask"
	).split(" "),
);

/** Whether the markup has only what a drawing needs, and refers to nothing outside of itself. */
function isDrawing(text: string): boolean {
	// A document type could declare entities, whose content nobody sees here.
	if (/<!(?!--)|<\?(?!xml[\s?])/i.test(text)) return false;
	const markup = withoutComments(text.replace(/^\ufeff?\s*<\?xml[^>]*\?>/, ""));
	// Half a tag, which programs read each in their own way.
	if (markup === null || /<[^<>]*</.test(markup)) return false;
	for (const [, name = "", attributes = ""] of markup.matchAll(/<\/?([^\s/<>]+)([^<>]*)>/g)) {
		// Those of drawing programs, in their own namespaces, are not drawn.
		if (!ELEMENTS.has(name.toLowerCase()) && !/^(sodipodi|inkscape|rdf|cc|dc):/.test(name)) return false;
		for (const [, attribute = "", quoted = ""] of attributes.matchAll(
			/(?<![^\s=/"'])([^\s=/"']+)\s*=\s*("[^"]*"|'[^']*')/g,
		)) {
			const value = quoted.slice(1, -1);
			if (/^on/i.test(attribute)) return false;
			if (/^(xlink:)?href$/i.test(attribute) && !/^#[\w-]+$/.test(value)) return false;
			if (/^(src|data|formaction)$/i.test(attribute)) return false;
			// A backslash or a character by its number could hide the word.
			const mayRefer = /url\s*\(|@import|expression/i.test(
				value.replace(/url\(\s*["']?#[\w-]+["']?\s*\)/gi, ""),
			);
			if (mayRefer || (/^(style|fill|stroke|filter|mask|clip-path)$/i.test(attribute) && /[\\&]/.test(value)))
				return false;
		}
	}
	return true;
}

/** The markup outside its comments; null: one has no end. */
function withoutComments(text: string): string | null {
	let rest = "";
	for (let from = 0; ; ) {
		const begin = text.indexOf("<!--", from);
		if (begin < 0) return rest + text.slice(from);
		const end = text.indexOf("-->", begin + 4);
		if (end < 0) return null;
		rest += text.slice(from, begin);
		from = end + 3;
	}
}

const DATA_URL = /^data:(image\/png|image\/svg\+xml);base64,([A-Za-z0-9+/=]+)$/;

/** A logo as it stands in the settings. @returns null: none, or one that does not fit */
export function logoFrom(dataUrl: string | undefined): Logo | null {
	const base64 = DATA_URL.exec(dataUrl ?? "")?.[2];
	const read = base64 === undefined ? undefined : readLogo(Buffer.from(base64, "base64"));
	return read?.outcome === "fits" ? read.logo : null;
}

/** The logo as it stands in the settings. */
export const logoText = ({ type, bytes }: Logo): string => `data:${type};base64,${bytes.toString("base64")}`;
