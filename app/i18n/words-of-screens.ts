import type { i18n } from "i18next";

let bring = (room: string, words: object): void => {
	early.push([room, words]);
};
const early: [string, object][] = [];

/**
 * Registers the texts of a screen that come with its own script and not with everybody's. Called when the screen's
 * module is evaluated, which in the browser may be before the i18n instance exists.
 */
export function bringWords(room: string, words: object): void {
	bring(room, words);
}

/** Adds the texts of screens to the browser's instance: those registered already, and those to come. */
export function takeWords(instance: i18n): void {
	bring = (room, words) => void instance.addResourceBundle("ru", room, words);
	for (const [room, words] of early) bring(room, words);
}
