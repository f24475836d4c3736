import type { i18n } from "i18next";

type Translate = (key: unknown, ...filledIn: unknown[]) => string;

/** Cached translations without values, by namespace and key, for each resource store. */
const caches = new WeakMap<object, Map<string, string>>();

/**
 * The same translations through an object with few own properties. The hook of react-i18next copies all own
 * properties of the instance in every component (some forty, most of them functions), a ninth of the time on a page
 * of fifty messages. And i18next resolves plurals, contexts and nested keys for each sentence, though most are
 * constant and there is one language (options.server.ts): a sentence without values is looked up once.
 */
export function light(instance: i18n): i18n {
	const thin: i18n = Object.create(instance);
	const cache = cacheOf(instance.options.resources ?? instance);
	thin.getFixedT = (...scope: Parameters<i18n["getFixedT"]>) => {
		const translate = instance.getFixedT(...scope);
		// The keys of `TFunction` are checked where it is called; here they are only passed on.
		return Object.assign(
			cached(translate as unknown as Translate, scope.slice(1, 3).join(), cache),
			translate,
		);
	};
	return thin;
}

function cacheOf(resources: object): Map<string, string> {
	const cache = caches.get(resources) ?? new Map<string, string>();
	caches.set(resources, cache);
	return cache;
}

function cached(translate: Translate, scope: string, cache: Map<string, string>): Translate {
	return (key, ...filledIn) => {
		if (typeof key !== "string" || filledIn.length > 0) return translate(key, ...filledIn);
		const name = `${scope} ${key}`;
		const before = cache.get(name);
		if (before !== undefined) return before;
		const text = translate(key);
		// The key came back instead of its text: the texts of a screen are still loading.
		if (!key.endsWith(text)) cache.set(name, text);
		return text;
	};
}
