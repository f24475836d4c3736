type Point = [number, number];

const STEPS = 8;

/** An SVG path as polygons, close enough to tell one picture from another. Knows every command. */
export function flatten(path: string): Point[][] {
	const tokens = path.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
	const polygons: Point[][] = [];
	let polygon: Point[] = [];
	let [x, y, cx, cy] = [0, 0, 0, 0];
	let last = "";
	let at = 0;
	const number = () => Number(tokens[at++]);
	const to = (point: Point) => {
		polygon.push(point);
		[x, y] = point;
	};
	while (at < tokens.length) {
		const letter = /[a-z]/i.test(tokens[at] ?? "")
			? (tokens[at++] ?? "")
			: last === "M"
				? "L"
				: last === "m"
					? "l"
					: last;
		const relative = letter === letter.toLowerCase();
		const kind = letter.toUpperCase();
		const point = (): Point =>
			[number() + (relative ? x : 0), number() + (relative ? y : 0)].slice() as Point;
		const start: Point = [x, y];
		const reflected: Point = /[CSQT]/i.test(last) ? [2 * x - cx, 2 * y - cy] : [x, y];
		if (kind === "Z") {
			to(polygon[0] ?? start);
		} else if (kind === "M") {
			polygon = [];
			polygons.push(polygon);
			to(point());
		} else if (kind === "H") to([number() + (relative ? x : 0), y]);
		else if (kind === "V") to([x, number() + (relative ? y : 0)]);
		else if (kind === "L") to(point());
		else if (kind === "A") {
			const [rx, ry, , large, sweep] = [number(), number(), number(), number(), number()];
			for (const p of arc(start, point(), rx, ry, large === 1, sweep === 1)) to(p);
		} else {
			const [a, b] = [
				kind === "S" || kind === "T" ? reflected : point(),
				kind === "C" || kind === "S" ? point() : undefined,
			];
			const end = point();
			[cx, cy] = b ?? a;
			for (let i = 1; i <= STEPS; i++)
				to(
					b
						? cubic(start, a, b, end, i / STEPS)
						: cubic(start, third(start, a), third(end, a), end, i / STEPS),
				);
		}
		last = letter;
	}
	return polygons;
}

const third = (end: Point, control: Point): Point => [
	(end[0] + 2 * control[0]) / 3,
	(end[1] + 2 * control[1]) / 3,
];

function cubic(a: Point, b: Point, c: Point, d: Point, t: number): Point {
	const u = 1 - t;
	const at = (i: 0 | 1) => u ** 3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t ** 3 * d[i];
	return [at(0), at(1)];
}

/** From the two ends of an elliptic arc to points on it (SVG 1.1, F.6.5); no glyph has a turned ellipse. */
function arc(from: Point, to: Point, rx: number, ry: number, large: boolean, sweep: boolean): Point[] {
	const [dx, dy] = [(from[0] - to[0]) / 2 / rx, (from[1] - to[1]) / 2 / ry];
	const size = dx * dx + dy * dy;
	const grow = Math.max(1, Math.sqrt(size));
	const factor =
		(large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, 1 / size - 1 / (grow * grow)) || 0) * grow;
	const middle: Point = [(from[0] + to[0]) / 2 + factor * dy * rx, (from[1] + to[1]) / 2 - factor * dx * ry];
	const angle = (p: Point) => Math.atan2((p[1] - middle[1]) / ry, (p[0] - middle[0]) / rx);
	const first = angle(from);
	let turn = angle(to) - first;
	if (sweep && turn < 0) turn += 2 * Math.PI;
	if (!sweep && turn > 0) turn -= 2 * Math.PI;
	return Array.from({ length: STEPS }, (_, i) => {
		const a = first + (turn * (i + 1)) / STEPS;
		return i === STEPS - 1 ? to : [middle[0] + grow * rx * Math.cos(a), middle[1] + grow * ry * Math.sin(a)];
	});
}

/** The samples of a square's side: of no whole part of 24, so that none lies upon an edge. */
const GRID = 41;

/** Which of the points of a grid over a square are painted, by the rule «nonzero»; row by row. */
export function paint(path: string, side: number): boolean[][] {
	const edges = flatten(path).flatMap((polygon) =>
		polygon.map((to, i) => [polygon.at(i - 1) ?? to, to] as const),
	);
	const samples = Array.from({ length: GRID }, (_, i) => ((i + 0.5) * side) / GRID);
	return samples.map((y) => {
		const crossings = edges
			.filter(([[, y1], [, y2]]) => y1 > y !== y2 > y)
			.map(([[x1, y1], [x2, y2]]) => ({
				x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1),
				turn: y2 > y1 ? 1 : -1,
			}));
		return samples.map((x) => crossings.reduce((sum, at) => sum + (x < at.x ? at.turn : 0), 0) !== 0);
	});
}

/** How many points of one picture are not even beside a like point of the other. */
export function differences(one: boolean[][], other: boolean[][]): number {
	const near = [-1, 0, 1];
	const isFar = (painted: boolean, i: number, j: number) =>
		near.every((di) => near.every((dj) => (other[i + di]?.[j + dj] ?? false) !== painted));
	return one.flatMap((row, i) => row.filter((painted, j) => isFar(painted, i, j))).length;
}
