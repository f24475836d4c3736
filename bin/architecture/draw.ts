import type { Layer, Module } from "./graph.ts";

const CELL = 42;
const ROW = 26;
const LEFT = 240;
const TOP = 116;
const FOOT = 64;

/** Counts are rounded down to one of these, so that one import more or less does not make the picture stale. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const SHADES = ["#eef3fb", "#dfe9f8", "#c9dbf4", "#aecaee", "#8fb4e6", "#6b99da", "#4a7dc8", "#2f62ad"];

/** @returns the largest step that is not above the count; 0 for none */
export const atLeast = (count: number): number => STEPS.findLast((step) => step <= count) ?? 0;

/**
 * Renders a table as SVG: each row is a module, each column a module that it imports from. Same layers, same text.
 * Cells left of the diagonal are imports upwards; tests/conventions/imports.test.ts allows types only, from layouts to routes.
 */
export function drawGraph(layers: readonly Layer[]): string {
	const modules = layers.flatMap(({ modules }) => modules);
	const width = LEFT + modules.length * CELL + 20;
	const height = TOP + modules.length * ROW + FOOT;
	const lines = [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1b1f24" stroke="none">`,
		"<title>Which module imports from which</title>",
		`<rect width="${width}" height="${height}" fill="#ffffff"/>`,
		text(LEFT - 12, TOP - 12, "imports from →", 'text-anchor="end" fill="#57606a"'),
		...modules.map(({ name }, column) => columnTitle(name, column)),
		...modules.flatMap((module, row) => drawRow(module, row, modules)),
		...drawLayers(layers, modules.length),
		text(16, height - 34, LEGEND[0], 'fill="#57606a"'),
		text(16, height - 14, LEGEND[1], 'fill="#57606a"'),
		"</svg>",
	];
	return `${lines.join("\n")}\n`;
}

const LEGEND = [
	"A number: at least so many imports of the row's module from the column's (rounded down to 1, 2, 5, 10, 20, 50 …). In brackets: files.",
	"Imports go to the right of the diagonal, down the layers. What is outlined goes up and is types only. Made by npm run architecture.",
] as const;

function columnTitle(name: string, column: number): string {
	const [x, y] = [LEFT + column * CELL + CELL / 2 + 4, TOP - 10];
	return `<g transform="translate(${x} ${y}) rotate(-50)">${text(0, 0, name, 'text-anchor="start"')}</g>`;
}

function drawRow(module: Module, row: number, modules: readonly Module[]): string[] {
	const y = TOP + row * ROW;
	const cells = modules.flatMap(({ name }, column) => {
		const [x, count] = [LEFT + column * CELL, atLeast(module.imports.get(name) ?? 0)];
		if (row === column) return [box(x, y, "#d0d7de")];
		if (count === 0) return [];
		const step = STEPS.indexOf(count);
		const dark = step > 4;
		return [
			column < row ? box(x, y, "#ffffff", ' stroke="#cf222e"') : box(x, y, SHADES[step] ?? "#2f62ad"),
			text(
				x + CELL / 2,
				y + 17,
				String(count),
				`text-anchor="middle"${dark && column > row ? ' fill="#ffffff"' : ""}`,
			),
		];
	});
	return [
		text(LEFT - 12, y + 17, `${module.name} (${atLeast(module.files)})`, 'text-anchor="end"'),
		...cells,
	];
}

function drawLayers(layers: readonly Layer[], columns: number): string[] {
	const right = LEFT + columns * CELL;
	let row = 0;
	return layers.flatMap(({ title, modules }) => {
		const y = TOP + row * ROW;
		row += modules.length;
		return [
			`<path d="M16 ${y}H${right}" stroke="#d0d7de"/>`,
			text(16, y + 17, title, 'fill="#57606a" font-size="12"'),
		];
	});
}

const box = (x: number, y: number, fill: string, more = "") =>
	`<rect x="${x + 1}" y="${y + 1}" width="${CELL - 2}" height="${ROW - 2}" rx="3" fill="${fill}"${more}/>`;

const text = (x: number, y: number, label: string, more: string) =>
	`<text x="${x}" y="${y}" ${more}>${label}</text>`;
