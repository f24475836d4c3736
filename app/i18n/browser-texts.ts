import type { i18n } from "i18next";
import { formatValue } from "./formatter.ts";

type Values = Record<string, unknown>;
type Tree = { [key: string]: string | Tree };
type Translate = (key: string, values?: Values) => unknown;

const LANGUAGE = "ru";
const DEFAULT_NAMESPACE = "common";
/** `{{name}}` or `{{name, format}}`. */
const PLACEHOLDER = /\{\{(\w+)(?:, (\w+))?\}\}/g;
const HTML_SIGNS: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
	"/": "&#x2F;",
};

/**
 * The part of i18next that our texts use, for browsers: i18next itself is 14 KB compressed of each hydrated page, most of
 * it for several languages and for texts that are loaded. The server, which shares nothing with a line, keeps i18next;
 * a test compares both over every text (tests/i18n/browser-texts.test.ts).
 *
 * One language, whose texts are there from the start; namespaces, nested keys, `{{name, number}}`, Russian plurals,
 * `returnObjects`. No contexts, no `$t()`, no defaults. A key without a text is its own text.
 * @param texts by namespace; `addResourceBundle()` adds to them
 * @returns what `react-i18next` asks an instance for
 */
export function browserTexts(texts: Record<string, object>): i18n {
	const resources: Tree = { ...(texts as Tree) };
	let plurals: Intl.PluralRules | undefined;

	const lookUp = (namespace: string, path: string) =>
		path
			.split(".")
			.reduce<Tree | string | undefined>(
				(node, key) => (typeof node === "object" ? node[key] : undefined),
				resources[namespace],
			);

	const translate = (namespace: string, key: string, values: Values = {}) => {
		const colon = key.indexOf(":");
		const [from, path] = colon < 0 ? [namespace, key] : [key.slice(0, colon), key.slice(colon + 1)];
		const { count } = values;
		plurals ??= typeof count === "number" ? new Intl.PluralRules(LANGUAGE) : undefined;
		const counted = typeof count === "number" ? lookUp(from, `${path}_${plurals?.select(count)}`) : undefined;
		const text = counted ?? lookUp(from, path);
		if (typeof text !== "string") return values.returnObjects && text ? text : path;
		const { escapeValue } = (values.interpolation ?? {}) as { escapeValue?: boolean };
		return text.includes("{{") ? fillIn(text, values, escapeValue) : text;
	};

	const getFixedT = (_language: unknown, namespaces?: string | readonly string[] | null) => {
		const namespace = [namespaces ?? DEFAULT_NAMESPACE].flat()[0] ?? DEFAULT_NAMESPACE;
		const t: Translate = (key, values) => translate(namespace, key, values);
		return Object.assign(t, { lng: LANGUAGE, ns: namespaces ?? DEFAULT_NAMESPACE });
	};

	const instance = {
		language: LANGUAGE,
		languages: [LANGUAGE],
		resolvedLanguage: LANGUAGE,
		isInitialized: true,
		options: { defaultNS: DEFAULT_NAMESPACE, resources, interpolation: { escapeValue: false } },
		services: { interpolator: { interpolate: fillIn, escape: escapeHtml } },
		hasLoadedNamespace: () => true,
		// The language never changes, and texts come before the components that say them.
		on: () => {},
		off: () => {},
		getFixedT,
		t: getFixedT(LANGUAGE),
		addResourceBundle(_language: string, namespace: string, more: Tree) {
			resources[namespace] = more;
		},
	};
	// The part of i18next that react-i18next and the screens use; the whole interface would bring the library back.
	return instance as unknown as i18n;
}

function fillIn(text: string, values: Values, escapes: unknown = false): string {
	return text.replace(PLACEHOLDER, (placeholder, name: string, format?: string) => {
		const value = values[name];
		if (!format && value === undefined) return placeholder;
		const filledIn = format ? formatValue(value, format) : String(value ?? "");
		return escapes === true ? escapeHtml(filledIn) : filledIn;
	});
}

const escapeHtml = (text: string) => text.replace(/[&<>"'/]/g, (sign) => HTML_SIGNS[sign] ?? sign);
