import type { Page } from "playwright";

/**
 * Watches for words that stay on a page for seconds only, from before what brings them: on a busy machine a look from
 * outside comes when they have gone again.
 * @param within where they stand
 * @returns waits until they have been there
 */
export async function watchFor(page: Page, within: string, words: string): Promise<() => Promise<void>> {
	const seen = await page.evaluateHandle(
		([within = "", words = ""]) => {
			const seen = { yet: false };
			const has = (place: Element) =>
				place.checkVisibility() && place.textContent.replace(/\s+/g, " ").includes(words);
			const look = () => {
				seen.yet ||= [...document.querySelectorAll(within)].some(has);
			};
			new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
			return seen;
		},
		[within, words],
	);
	return async () => void (await page.waitForFunction(({ yet }) => yet, seen));
}
