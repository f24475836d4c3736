import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sheet, sheetsPage } from "./page.ts";
import { SCREENS } from "./screens.ts";
import { openStage } from "./stage.ts";
import { SIZES, type SizeName, THEMES, takePicture } from "./take-picture.ts";

/**
 * Pictures of all screens beside their drawings. A drawing is a PNG named by its screen, theme and size
 * (`chat-menu-light-desktop.png`); a screen without a drawing is pictured too.
 */
const [folder, ...parts] = process.argv.slice(2);
if (!folder || !existsSync(folder)) {
	console.error("Где рисунки? npm run sheets -- ПАПКА [ЧАСТЬ ИМЕНИ…]");
	process.exit(2);
}
const OUT = "sheets";
rmSync(OUT, { recursive: true, force: true });
mkdirSync(join(OUT, "drawings"), { recursive: true });
cpSync(folder, join(OUT, "drawings"), { recursive: true });
const drawings = new Set(readdirSync(folder));

const wanted = Object.entries(SCREENS).filter(
	([name]) => parts.length === 0 || parts.some((part) => name.includes(part)),
);
const stage = await openStage();
const sheets: Sheet[] = [];
let failed = 0;
try {
	for (const [name, screen] of wanted) {
		for (const size of Object.keys(SIZES) as SizeName[]) {
			for (const theme of THEMES) {
				const file = `${name}-${theme}-${size}.png`;
				const drawing = drawings.has(file) ? `drawings/${file}` : undefined;
				// The narrowest phone only where it is drawn: everything fits it, which tests/e2e/screens.test.ts holds.
				if ((size === "320" && !drawing) || (screen.only && screen.only !== size)) continue;
				try {
					await takePicture(stage, screen, { theme, size, path: join(OUT, file) });
					sheets.push({ name, theme, size, picture: file, drawing });
				} catch (error) {
					failed += 1;
					console.error(`${file}: ${error instanceof Error ? error.message : error}`);
				}
			}
		}
		console.error(name);
	}
	const known = new Set(sheets.map(({ picture }) => picture));
	const left = [...drawings].filter((file) => file.endsWith(".png") && !known.has(file));
	if (parts.length === 0) for (const file of left) console.error(`Рисунок без экрана: ${file}`);
} finally {
	await stage.end();
}
writeFileSync(join(OUT, "index.html"), sheetsPage(sheets));
console.log(`${sheets.length} снимков: ${join(OUT, "index.html")}`);
process.exitCode = failed > 0 ? 1 : 0;
