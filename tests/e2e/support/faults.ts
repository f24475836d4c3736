import axe from "axe-core";
import type { Page } from "playwright";

/** What axe finds on the page as it is, by all of its rules: also the small faults, and what is only good practice. */
export async function violations(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	// A colour or an opacity half-way is no violation.
	await page.evaluate(() => {
		for (const motion of document.getAnimations()) {
			if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
		}
	});
	const results = await page.evaluate(() =>
		(window as unknown as { axe: typeof axe }).axe.run(document, {
			resultTypes: ["violations"],
			rules: { "target-size": { enabled: true } },
		}),
	);
	return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** The same in either theme. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const theme of ["light", "dark"]) {
		await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
		for (const violation of await violations(page)) found.push(`${theme} ${violation}`);
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
