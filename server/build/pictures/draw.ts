import type { Picture } from "./png.ts";

type Point = readonly [x: number, y: number];
/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, opacity: number];

/**
 * A shape is a signed distance function: the distance of a point from its edge, negative inside, from which the edge
 * is antialiased. The paint may differ from point to point. `within` is the bounding box; without it the shape is
 * unbounded.
 */
export type Shape = {
	within?: readonly [left: number, top: number, right: number, bottom: number];
	distance: (x: number, y: number) => number;
	paint: (x: number, y: number) => Color;
};

/** `#6B34E0` */
export const color = (hex: string, opacity = 1): Color => {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255, opacity];
};

const plain = (paint: Color) => () => paint;

export const box = (
	x: number,
	y: number,
	width: number,
	height: number,
	radius: number,
	paint: Color,
): Shape => ({
	within: [x, y, x + width, y + height],
	distance(px, py) {
		const dx = Math.abs(px - x - width / 2) - width / 2 + radius;
		const dy = Math.abs(py - y - height / 2) - height / 2 + radius;
		return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
	},
	paint: plain(paint),
});

export const disc = (x: number, y: number, radius: number, paint: Color): Shape => ({
	within: [x - radius, y - radius, x + radius, y + radius],
	distance: (px, py) => Math.hypot(px - x, py - y) - radius,
	paint: plain(paint),
});

/** A ring with round caps, open to the right by `gap` radians to each side of the horizontal. */
export const openRing = (
	x: number,
	y: number,
	radius: number,
	gap: number,
	width: number,
	paint: Color,
): Shape => {
	const ends: Point[] = [-gap, gap].map((angle) => [
		x + radius * Math.cos(angle),
		y + radius * Math.sin(angle),
	]);
	const reach = radius + width / 2;
	return {
		within: [x - reach, y - reach, x + reach, y + reach],
		distance(px, py) {
			if (Math.abs(Math.atan2(py - y, px - x)) >= gap) {
				return Math.abs(Math.hypot(px - x, py - y) - radius) - width / 2;
			}
			return Math.min(...ends.map(([ex, ey]) => Math.hypot(px - ex, py - ey))) - width / 2;
		},
		paint: plain(paint),
	};
};

/** A convex polygon, its corners listed clockwise as displayed. */
export const polygon = (corners: readonly Point[], paint: Color): Shape => ({
	within: [
		Math.min(...corners.map(([x]) => x)),
		Math.min(...corners.map(([, y]) => y)),
		Math.max(...corners.map(([x]) => x)),
		Math.max(...corners.map(([, y]) => y)),
	],
	distance(px, py) {
		return Math.max(
			...corners.map(([ax, ay], i) => {
				const [bx, by] = corners[(i + 1) % corners.length] ?? [ax, ay];
				return ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / Math.hypot(bx - ax, by - ay);
			}),
		);
	},
	paint: plain(paint),
});

/** A linear gradient over the whole picture, from the upper left to the lower right. */
export const slope = (width: number, height: number, from: Color, to: Color): Shape => ({
	distance: () => -1,
	paint: (x, y) => mix(from, to, (x / width + y / height) / 2),
});

/** A radial gradient that fades out over its radius. */
export const glow = (x: number, y: number, radius: number, paint: Color): Shape => ({
	distance: () => -1,
	paint(px, py) {
		const [red, green, blue, opacity] = paint;
		const near = Math.max(0, 1 - Math.hypot(px - x, py - y) / radius);
		return [red, green, blue, opacity * near * near];
	},
});

/** The same shape at another place and in another size. */
export function moved({ within, distance, paint }: Shape, x: number, y: number, scale: number): Shape {
	const [left, top, right, bottom] = within ?? [];
	const isEverywhere = left === undefined || top === undefined || right === undefined || bottom === undefined;
	return {
		within: isEverywhere
			? undefined
			: [x + left * scale, y + top * scale, x + right * scale, y + bottom * scale],
		distance: (px, py) => distance((px - x) / scale, (py - y) / scale) * scale,
		paint: (px, py) => paint((px - x) / scale, (py - y) / scale),
	};
}

function mix(from: Color, to: Color, share: number): Color {
	const at = (i: 0 | 1 | 2 | 3) => from[i] + (to[i] - from[i]) * share;
	return [at(0), at(1), at(2), at(3)];
}

/** Draws the shapes in order over a transparent background, the first at the bottom. */
export function draw(width: number, height: number, shapes: readonly Shape[]): Picture {
	const points = new Float32Array(width * height * 4);
	for (const shape of shapes) {
		const [left, top, right, bottom] = shape.within ?? [0, 0, width, height];
		// The antialiased edge extends half a point outside.
		for (let y = Math.max(0, Math.floor(top) - 1); y < Math.min(height, bottom + 1); y++) {
			for (let x = Math.max(0, Math.floor(left) - 1); x < Math.min(width, right + 1); x++) {
				cover(points, (y * width + x) * 4, shape, x + 0.5, y + 0.5);
			}
		}
	}
	for (let at = 3; at < points.length; at += 4) points[at] = (points[at] ?? 0) * 255;
	// Clamping also rounds.
	return { width, height, points: new Uint8Array(new Uint8ClampedArray(points).buffer) };
}

/** Blends a shape's colour at a point over what is already there. */
function cover(points: Float32Array, at: number, shape: Shape, x: number, y: number): void {
	const inside = Math.min(1, Math.max(0, 0.5 - shape.distance(x, y)));
	if (inside === 0) return;
	const paint = shape.paint(x, y);
	const over = paint[3] * inside;
	const below = (points[at + 3] ?? 0) * (1 - over);
	if (over + below === 0) return;
	for (const i of [0, 1, 2] as const) {
		points[at + i] = (paint[i] * over + (points[at + i] ?? 0) * below) / (over + below);
	}
	points[at + 3] = over + below;
}
