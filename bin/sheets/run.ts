import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFolder, openDrawings } from "./drawings.ts";
import { type Sheet, sheetsPage } from "./page.ts";
import { SCREENS } from "./screens.ts";
import { openStage } from "./stage.ts";
import { SIZES, type SizeName, THEMES, takePicture } from "./take-picture.ts";

/**
 * Pictures of all screens beside their drawings, which are PNGs named by screen, theme and size
 * (`chat-menu-light-desktop.png`), in a folder or in folders of it; without one, or a screen without a drawing: the
 * pictures alone.
 */
const args = process.argv.slice(2);
const folder = isFolder(args[0]) ? args.shift() : undefined;
const parts = args;
const wanted = Object.entries(SCREENS).filter(
	([name]) => parts.length === 0 || parts.some((part) => name.includes(part)),
);
if (wanted.length === 0) {
	console.error("Таких экранов нет. npm run sheets -- [ПАПКА С РИСУНКАМИ] [ЧАСТЬ ИМЕНИ…]");
	process.exit(2);
}
const OUT = "sheets";
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
const drawings = openDrawings(folder);

/** Copies a drawing beside its picture. @returns where to, in the page */
function copyDrawing(path: string): string {
	const copy = join("drawings", path);
	cpSync(join(folder ?? "", path), join(OUT, copy));
	return copy;
}

const stage = await openStage();
const sheets: Sheet[] = [];
let failed = 0;
try {
	for (const [name, screen] of wanted) {
		for (const size of Object.keys(SIZES) as SizeName[]) {
			for (const theme of THEMES) {
				const file = `${name}-${theme}-${size}.png`;
				const path = drawings.of(screen.drawing ?? name, theme, size);
				// The narrowest phone where it is drawn or asked for: everything fits it, which tests/e2e/screens.test.ts holds.
				if (size === "320" && !path && !screen.narrow) continue;
				if (screen.only && screen.only !== size) continue;
				try {
					await takePicture(stage, screen, { theme, size, path: join(OUT, file) });
					sheets.push({ name, theme, size, picture: file, drawing: path && copyDrawing(path) });
				} catch (error) {
					failed += 1;
					console.error(`${file}: ${error instanceof Error ? error.message : error}`);
				}
			}
		}
		console.error(name);
	}
	if (parts.length === 0) {
		for (const name of drawings.forgotten()) {
			failed += 1;
			console.error(`Рисунок без экрана, и в docs/drawings.md о нём ни слова: ${name}`);
		}
	}
} finally {
	await stage.end();
}
writeFileSync(join(OUT, "index.html"), sheetsPage(sheets));
console.log(`${sheets.length} снимков: ${join(OUT, "index.html")}`);
process.exitCode = failed > 0 ? 1 : 0;
