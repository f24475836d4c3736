import type { i18n } from "i18next";

type Say = (key: unknown, ...filledIn: unknown[]) => string;

/** What has been said without anything to fill in, by namespace and key, for each book of words. */
const said = new WeakMap<object, Map<string, string>>();

/**
 * The same words through an object that has little of its own. The hook of react-i18next copies all own properties
 * of the instance in every component (some forty, most of them functions), a ninth of the time on a page of fifty
 * messages. And i18next looks for plurals, contexts and nested keys at each sentence, though most are constant and
 * there is one language (options.ts): a sentence without values is looked up once.
 */
export function light(instance: i18n): i18n {
	const thin: i18n = Object.create(instance);
	const known = saidOf(instance.options.resources ?? instance);
	thin.getFixedT = (...scope: Parameters<i18n["getFixedT"]>) => {
		const say = instance.getFixedT(...scope);
		return Object.assign(recalling(say as unknown as Say, scope.slice(1, 3).join(), known), say);
	};
	return thin;
}

function saidOf(book: object): Map<string, string> {
	const known = said.get(book) ?? new Map<string, string>();
	said.set(book, known);
	return known;
}

function recalling(say: Say, scope: string, known: Map<string, string>): Say {
	return (key, ...filledIn) => {
		if (typeof key !== "string" || filledIn.length > 0) return say(key, ...filledIn);
		const name = `${scope} ${key}`;
		const before = known.get(name);
		if (before !== undefined) return before;
		const words = say(key);
		// A key for its own words: they come with a screen that is still on its way.
		if (!key.endsWith(words)) known.set(name, words);
		return words;
	};
}
