import type { i18n } from "i18next";

let add = (namespace: string, texts: object): void => {
	early.push([namespace, texts]);
};
const early: [string, object][] = [];

/**
 * Registers the texts of a screen that come with its own script and not with everybody's. Called when the screen's
 * module is evaluated, which in the browser may be before the i18n instance exists.
 */
export function addScreenTexts(namespace: string, texts: object): void {
	add(namespace, texts);
}

/** Adds the texts of screens to the browser's instance: those registered already, and those to come. */
export function installScreenTexts(instance: i18n): void {
	add = (namespace, texts) => void instance.addResourceBundle("ru", namespace, texts);
	for (const [namespace, texts] of early) add(namespace, texts);
}
