import i18next from "i18next";

/**
 * Adds the texts of a screen that come with its own script and not with everybody's. Called when the screen's module
 * is evaluated, which in the browser may be before the i18n instance is initialised. The server has all texts already,
 * and never initialises this instance.
 */
export function addScreenTexts(namespace: string, texts: object): void {
	const add = () => void i18next.addResourceBundle("ru", namespace, texts);
	if (i18next.isInitialized) add();
	else i18next.on("initialized", add);
}
