import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";

const SIZES = [
	{ width: 1440, height: 900 },
	{ width: 390, height: 844 },
	{ width: 320, height: 700 },
];

/**
 * Keeps what a window shows at a moment of a journey, at three widths and in both themes, for eyes: only where
 * `E2E_PICTURES` names a folder. The window is as it was afterwards.
 */
export async function takePictures(page: Page, name: string): Promise<void> {
	const folder = process.env.E2E_PICTURES;
	if (!folder) return;
	mkdirSync(folder, { recursive: true });
	const size = page.viewportSize();
	for (const theme of ["light", "dark"] as const) {
		await page.evaluate((to) => document.documentElement.setAttribute("data-theme", to), theme);
		for (const one of SIZES) {
			await page.setViewportSize(one);
			await page.screenshot({ path: join(folder, `${name}-${theme}-${one.width}.png`) });
		}
	}
	await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
	if (size) await page.setViewportSize(size);
}
