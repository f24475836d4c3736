/** The parts of a TrueType font needed to draw one glyph at a time. */
export type TrueType = {
	/** The side of the em square. */
	unitsPerEm: number;
	/** The outline of a character as the `d` of an SVG path, `y` downwards, or `undefined` for an empty glyph. */
	pathOf: (codePoint: number) => string | undefined;
};

type Point = { x: number; y: number; on: boolean };

/**
 * Parses a font with simple outlines and a character map of 32 bits, which is how icon fonts are made.
 * @throws {Error} when there is no such map
 */
export function readTrueType(font: Buffer): TrueType {
	const tables = new Map<string, number>();
	for (let i = 0, at = 12; i < font.readUInt16BE(4); i++, at += 16)
		tables.set(font.toString("latin1", at, at + 4), font.readUInt32BE(at + 8));
	const table = (name: string) => {
		const at = tables.get(name);
		if (at === undefined) throw new Error(`The font has no table «${name}»`);
		return at;
	};
	const head = table("head");
	const loca = table("loca");
	const glyf = table("glyf");
	const ascent = font.readInt16BE(table("hhea") + 4);
	const isLong = font.readUInt16BE(head + 50) === 1;
	const glyphs = readCharacterMap(font, table("cmap"));
	const offset = (glyph: number) =>
		isLong ? font.readUInt32BE(loca + 4 * glyph) : 2 * font.readUInt16BE(loca + 2 * glyph);

	return {
		unitsPerEm: font.readUInt16BE(head + 18),
		pathOf(codePoint) {
			const glyph = glyphs(codePoint);
			if (glyph === undefined || offset(glyph) === offset(glyph + 1)) return undefined;
			return readContours(font, glyf + offset(glyph), ascent)
				.map(draw)
				.join("");
		},
	};
}

/** The character map of format 12: groups of consecutive characters with consecutive glyphs. */
function readCharacterMap(font: Buffer, cmap: number): (codePoint: number) => number | undefined {
	for (let i = 0; i < font.readUInt16BE(cmap + 2); i++) {
		const map = cmap + font.readUInt32BE(cmap + 8 + 8 * i);
		if (font.readUInt16BE(map) !== 12) continue;
		const count = font.readUInt32BE(map + 12);
		return (codePoint) => {
			for (let at = map + 16; at < map + 16 + 12 * count; at += 12) {
				const first = font.readUInt32BE(at);
				if (codePoint < first || codePoint > font.readUInt32BE(at + 4)) continue;
				return font.readUInt32BE(at + 8) + codePoint - first;
			}
			return undefined;
		};
	}
	throw new Error("The font has no character map of format 12");
}

const ON_CURVE = 1;
const X_IS_BYTE = 2;
const Y_IS_BYTE = 4;
const REPEATED = 8;
const X_SAME_OR_POSITIVE = 16;
const Y_SAME_OR_POSITIVE = 32;

function readContours(font: Buffer, start: number, ascent: number): Point[][] {
	const contours = font.readInt16BE(start);
	if (contours < 0) throw new Error("A glyph made of others is not read");
	const ends = Array.from({ length: contours }, (_, i) => font.readUInt16BE(start + 10 + 2 * i));
	const count = (ends.at(-1) ?? -1) + 1;
	let at = start + 10 + 2 * contours;
	at += 2 + font.readUInt16BE(at);

	const flags: number[] = [];
	while (flags.length < count) {
		const flag = font.readUInt8(at++);
		const times = flag & REPEATED ? font.readUInt8(at++) + 1 : 1;
		for (let i = 0; i < times; i++) flags.push(flag);
	}
	const coordinates = (isByte: number, sameOrPositive: number) => {
		let value = 0;
		return flags.map((flag) => {
			if (flag & isByte) value += font.readUInt8(at++) * (flag & sameOrPositive ? 1 : -1);
			else if (!(flag & sameOrPositive)) {
				value += font.readInt16BE(at);
				at += 2;
			}
			return value;
		});
	};
	const xs = coordinates(X_IS_BYTE, X_SAME_OR_POSITIVE);
	const ys = coordinates(Y_IS_BYTE, Y_SAME_OR_POSITIVE);
	const points = flags.map((flag, i) => ({
		x: xs[i] ?? 0,
		y: ascent - (ys[i] ?? 0),
		on: (flag & ON_CURVE) !== 0,
	}));
	return ends.map((end, i) => points.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end + 1));
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });

/** Between two off-curve points there is an implicit on-curve point, half-way. */
function draw(contour: Point[]): string {
	const spelt = contour.flatMap((point, i) => {
		const before = contour.at(i - 1);
		return before && !before.on && !point.on ? [between(before, point), point] : [point];
	});
	const first = spelt.findIndex(({ on }) => on);
	const [start, ...rest] = [...spelt.slice(first), ...spelt.slice(0, first)];
	if (!start || first < 0) return "";

	let path = `M${start.x} ${start.y}`;
	let here = start;
	const step = (to: Point) => `${to.x - here.x} ${to.y - here.y}`;
	for (let i = 0; i < rest.length; i++) {
		const point = rest[i];
		if (!point) break;
		if (point.on) {
			path +=
				point.y === here.y
					? `h${point.x - here.x}`
					: point.x === here.x
						? `v${point.y - here.y}`
						: `l${step(point)}`;
			here = point;
		} else {
			const end = rest[++i] ?? start;
			path += `q${step(point)} ${step(end)}`;
			here = end;
		}
	}
	return `${path}z`.replaceAll(" -", "-");
}
