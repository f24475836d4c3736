import axe from "axe-core";
import type { Page } from "playwright";

/** The serious violations that axe finds on the page as it is. */
export async function violations(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const results = await page.evaluate(() =>
		(window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
	);
	return results.violations
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** The same in either theme. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const theme of ["light", "dark"]) {
		await page.evaluate((name) => {
			document.documentElement.setAttribute("data-theme", name);
			// A colour half-way between two themes is no violation.
			for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
		}, theme);
		for (const violation of await violations(page)) found.push(`${theme} ${violation}`);
	}
	return found;
}

/** What axe finds in either theme, and whatever is wider than the narrowest screen. */
export async function seriousFaults(page: Page, url: string): Promise<string[]> {
	const faults = await violationsInBothThemes(page);
	const size = page.viewportSize();
	await page.setViewportSize({ width: 320, height: 800 });
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	if (overflow > 0) faults.push(`${page.url().slice(url.length)} is ${overflow} px wider than the screen`);
	if (size) await page.setViewportSize(size);
	return faults;
}
