import { browserTexts } from "./browser-texts.ts";
import { hydratedPageTexts } from "./ru/hydrated-pages.ts";

/** The texts of the browser: those of every hydrated page, and those that screens have added. */
export const pageTexts = browserTexts(hydratedPageTexts);

/**
 * Adds the texts of a screen that come with its own script and not with everybody's. Called when the screen's module
 * is evaluated; the server has all texts already.
 */
export function addScreenTexts(namespace: string, texts: object): void {
	pageTexts.addResourceBundle("ru", namespace, texts);
}
