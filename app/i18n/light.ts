import type { i18n } from "i18next";

type Say = (key: unknown, ...filledIn: unknown[]) => string;

/** Cached translations without values, by namespace and key, for each resource store. */
const said = new WeakMap<object, Map<string, string>>();

/**
 * The same translations through an object with few own properties. The hook of react-i18next copies all own
 * properties of the instance in every component (some forty, most of them functions), a ninth of the time on a page
 * of fifty messages. And i18next resolves plurals, contexts and nested keys for each sentence, though most are
 * constant and there is one language (options.ts): a sentence without values is looked up once.
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
		// The key came back instead of its text: the texts of a screen are still loading.
		if (!key.endsWith(words)) known.set(name, words);
		return words;
	};
}
