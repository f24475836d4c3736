import type { i18n } from "i18next";

type Translate = (key: unknown, ...filledIn: unknown[]) => string;

/** All constant sentences, and as many again with what is filled in; past it they are looked up anew. */
const MOST_SENTENCES = 8_000;
/** Counts, dates and names are filled in again and again, longer texts seldom. */
const LONGEST_VALUE = 60;

/** Cached translations, by namespace, key and values, for each resource store. */
const caches = new WeakMap<object, Map<string, string>>();

/**
 * The same translations through an object with few own properties. The hook of react-i18next copies all own
 * properties of the instance in every component (some forty, most of them functions), a ninth of the time on a page
 * of fifty messages. And i18next resolves plurals, contexts and nested keys for each sentence, though there is one
 * language (options.server.ts) and the sentences of a page are much the same for everybody: a sentence is looked up
 * once for all that is filled in.
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
		// The browser shows few sentences twice, and loads no code for those with values.
		const isRemembered = filledIn.length === 0 || (import.meta.env.SSR && areShort(filledIn));
		if (typeof key !== "string" || !isRemembered) return translate(key, ...filledIn);
		const name = `${scope} ${key}${import.meta.env.SSR ? JSON.stringify(filledIn) : ""}`;
		const before = cache.get(name);
		if (before !== undefined) return before;
		const text = translate(key, ...filledIn);
		// The key came back instead of its text: the texts of a screen are still loading.
		if (key.endsWith(text)) return text;
		if (import.meta.env.SSR && cache.size >= MOST_SENTENCES) cache.clear();
		cache.set(name, text);
		return text;
	};
}

/** Whether what is filled in is an object of numbers and short texts. */
function areShort([values, ...more]: unknown[]): boolean {
	if (typeof values !== "object" || values === null || more.length > 0) return false;
	return Object.values(values).every(
		(value) => typeof value === "number" || (typeof value === "string" && value.length <= LONGEST_VALUE),
	);
}
