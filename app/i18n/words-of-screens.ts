import type { i18n } from "i18next";

let bring = (room: string, words: object): void => {
	early.push([room, words]);
};
const early: [string, object][] = [];

/**
 * For a screen whose words come with its own script and not with everybody's. It is called while the
 * screen's module is read, which in the browser may be before there is anybody to take the words.
 */
export function bringWords(room: string, words: object): void {
	bring(room, words);
}

/** Hands the words of screens to the browser's instance: those brought already, and those to come. */
export function takeWords(instance: i18n): void {
	bring = (room, words) => void instance.addResourceBundle("ru", room, words);
	for (const [room, words] of early) bring(room, words);
}
