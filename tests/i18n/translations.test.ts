import { createInstance, type FormatterModule, type i18n } from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { formatValue } from "../../app/i18n/format-value.ts";
import { texts } from "../../app/i18n/ru/index.ts";
import { translations } from "../../app/i18n/translations.ts";

type Say = (key: string, values?: object) => unknown;

const ours = translations(texts);
const theirs: i18n = createInstance();
const formatter: FormatterModule = {
	type: "formatter",
	init: () => {},
	add: () => {},
	addCached: () => {},
	format: formatValue,
};
beforeAll(async () => {
	await theirs.use(formatter).init({
		lng: "ru",
		fallbackLng: false,
		defaultNS: "common",
		resources: { ru: texts },
		interpolation: { escapeValue: false },
	});
});

const fixed = (instance: i18n, namespace: string) =>
	instance.getFixedT("ru", namespace as "common") as unknown as Say;

const PLURAL = /_(one|few|many|other)$/;
/** Every number with a form of its own, in thousands and with a fraction too. */
const COUNTS = [0, 1, 2, 5, 11, 21, 22, 25, 101, 1.5, 12_500, -3];

function keysOf(node: object, prefix = ""): string[] {
	return Object.entries(node).flatMap(([key, value]) =>
		typeof value === "object" ? keysOf(value, `${prefix}${key}.`) : [prefix + key.replace(PLURAL, "")],
	);
}

/** A value for every placeholder of our texts, by name. */
const NAMES = [...new Set([...JSON.stringify(texts).matchAll(/\{\{(\w+)/g)].map(([, name = ""]) => name))];
const UNCOUNTED = NAMES.filter((name) => name !== "count");
const VALUES: object[] = [
	Object.fromEntries(UNCOUNTED.map((name, i) => [name, i * 1_234.5])),
	Object.fromEntries(UNCOUNTED.map((name) => [name, `«${name}» & <b>$t(x)</b> {{y}} $& / '"`])),
	Object.fromEntries(UNCOUNTED.map((name) => [name, null])),
	{},
];
/** With each count, and as `Trans` asks for them. */
const ASKED = VALUES.flatMap((values) => [
	values,
	{ ...values, interpolation: { escapeValue: true } },
	...COUNTS.map((count) => ({ ...values, count })),
]);

describe("our translations", () => {
	it.each(Object.entries(texts))("are those of i18next: every key of «%s»", (namespace, tree) => {
		const all = (instance: i18n) => {
			const say = fixed(instance, namespace);
			return [...new Set(keysOf(tree))].flatMap((key) => ASKED.map((values) => [key, say(key, values)]));
		};
		expect(all(ours)).toEqual(all(theirs));
	});

	it("have nothing in them that only i18next knows", () => {
		const all = JSON.stringify(texts);
		expect(all.match(/\{\{(?!\w+(, number)?\}\})/g)).toBeNull();
		expect(all).not.toContain("$t(");
	});

	it("take the namespace of a key, the default one, and a key for its own text", () => {
		for (const instance of [ours, theirs]) {
			// Twice: constant sentences are looked up once.
			for (let i = 0; i < 2; i++) {
				expect(fixed(instance, "chat")("common:nav.chat")).toBe(texts.common.nav.chat);
				expect(fixed(instance, "account")("title")).toBe(texts.account.title);
				expect(fixed(instance, "documents")("title")).toBe(texts.documents.title);
				expect(instance.t("nav.chat")).toBe(texts.common.nav.chat);
				expect(fixed(instance, "chat")("nothing.there")).toBe("nothing.there");
			}
			expect(fixed(instance, "chat")("problem")).not.toBeTypeOf("object");
			expect(fixed(instance, "chat")("notes", { returnObjects: true })).toEqual(texts.chat.notes);
		}
	});

	it("grow by those of a screen, asked for before or not", () => {
		const page = translations({ common: texts.common });
		expect(fixed(page, "account")("title")).toBe("title");
		page.addResourceBundle("ru", "account", texts.account);
		expect(fixed(page, "account")("title")).toBe(texts.account.title);
	});
});
