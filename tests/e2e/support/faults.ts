import axe from "axe-core";
import type { Page } from "playwright";

/** What axe finds in either theme, and whatever is wider than the narrowest screen. */
export async function seriousFaults(page: Page, url: string): Promise<string[]> {
	await page.evaluate(axe.source);
	const faults: string[] = [];
	for (const theme of ["light", "dark"]) {
		await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
		const results = await page.evaluate(() =>
			(window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
		);
		for (const { id, impact, nodes } of results.violations)
			if (impact === "serious" || impact === "critical") faults.push(`${theme} ${id}: ${nodes[0]?.html}`);
	}
	const size = page.viewportSize();
	await page.setViewportSize({ width: 320, height: 800 });
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	if (overflow > 0) faults.push(`${page.url().slice(url.length)} is ${overflow} px wider than the screen`);
	if (size) await page.setViewportSize(size);
	return faults;
}
