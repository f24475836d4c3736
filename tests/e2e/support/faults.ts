import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright";
import { IS_FULL } from "../../support/extent.ts";

/** The rules of axe that look at colours. The others would find the same in either theme. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Loads axe when it is first asked for. */
const ON_DEMAND = `Object.defineProperty(window, "axe", {
	configurable: true,
	get() {
		delete window.axe;
		${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")}
		return window.axe;
	},
});`;
const prepared = new WeakSet<Page>();

/**
 * Gives the page axe, and each that is opened in its place: sending half a megabyte to the browser takes longer than
 * most of what axe then does.
 */
async function prepare(page: Page): Promise<void> {
	if (prepared.has(page)) return;
	prepared.add(page);
	await page.addInitScript(ON_DEMAND);
	await page.evaluate(ON_DEMAND);
}

/**
 * What axe finds on the page as it is, by all of its rules: also the small faults, and what is only good practice.
 * @param theme in the dark one only what is a matter of colour, but in the full run: the page is the same
 */
export async function violations(page: Page, theme: "light" | "dark" = "light"): Promise<string[]> {
	await prepare(page);
	// A colour or an opacity half-way is no violation.
	await page.evaluate(() => {
		for (const motion of document.getAnimations()) {
			if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
		}
	});
	const rules = theme === "light" || IS_FULL ? null : OF_COLOUR;
	const results = await page.evaluate(
		(values) =>
			(window as unknown as { axe: typeof axe }).axe.run(document, {
				resultTypes: ["violations"],
				...(values
					? { runOnly: { type: "rule" as const, values } }
					: { rules: { "target-size": { enabled: true } } }),
			}),
		rules,
	);
	return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** The same in either theme. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const theme of ["light", "dark"] as const) {
		await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
		for (const violation of await violations(page, theme)) found.push(`${theme} ${violation}`);
	}
	return found;
}

/** What axe finds in either theme, and whatever is wider than the narrowest screen. */
export async function faultsOf(page: Page, url: string): Promise<string[]> {
	const faults = await violationsInBothThemes(page);
	const size = page.viewportSize();
	await page.setViewportSize({ width: 320, height: 800 });
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	if (overflow > 0) faults.push(`${page.url().slice(url.length)} is ${overflow} px wider than the screen`);
	if (size) await page.setViewportSize(size);
	return faults;
}

/** Buttons whose words stand out of them. Runs in the page. */
export const buttonsTooNarrow = () =>
	[...document.querySelectorAll(".btn")]
		.filter((button) => button.checkVisibility({ visibilityProperty: true }))
		.filter((button) => {
			const box = button.getBoundingClientRect();
			const words = document.createRange();
			words.selectNodeContents(button);
			return [...words.getClientRects()].some(
				({ left, right, width }) => width > 1 && (left < box.left - 0.5 || right > box.right + 0.5),
			);
		})
		.map((button) => `${button.textContent.trim()} is ${button.getBoundingClientRect().width} px wide`);
