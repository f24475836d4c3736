import { createInstance, type i18n } from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { browserTexts } from "../../app/i18n/browser-texts.ts";
import { formatter } from "../../app/i18n/formatter.ts";
import { i18nOptions } from "../../app/i18n/options.server.ts";
import { texts } from "../../app/i18n/ru/index.ts";

type Say = (key: string, values?: object) => unknown;

const browser = browserTexts(texts);
const server: i18n = createInstance();
beforeAll(async () => {
	await server.use(formatter).init(i18nOptions(texts));
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
const VALUES = [
	Object.fromEntries(NAMES.map((name, i) => [name, i * 1_234.5])),
	Object.fromEntries(NAMES.map((name) => [name, `«${name}» & <b>$t(x)</b> {{y}} $& / '"`])),
	Object.fromEntries(NAMES.map((name) => [name, null])),
	{},
];

describe("the texts of the browser", () => {
	it.each(Object.entries(texts))("are those of i18next: every key of «%s»", (namespace, tree) => {
		const [ours, theirs] = [fixed(browser, namespace), fixed(server, namespace)];
		for (const key of new Set(keysOf(tree)))
			for (const values of VALUES) {
				const { count: _, ...others } = values as { count?: unknown };
				expect([key, ours(key, others)]).toEqual([key, theirs(key, others)]);
				for (const count of COUNTS)
					expect([key, count, ours(key, { ...others, count })]).toEqual([
						key,
						count,
						theirs(key, { ...others, count }),
					]);
				// As `Trans` asks for them.
				const escaped = { ...others, interpolation: { escapeValue: true } };
				expect([key, ours(key, escaped)]).toEqual([key, theirs(key, escaped)]);
			}
	});

	it("have nothing in them that only i18next knows", () => {
		const all = JSON.stringify(texts);
		expect(all.match(/\{\{(?!\w+(, number)?\}\})/g)).toBeNull();
		expect(all).not.toContain("$t(");
	});

	it("take the namespace of a key, the default one, and a key for its own text", () => {
		for (const instance of [browser, server]) {
			expect(fixed(instance, "chat")("common:nav.chat")).toBe(fixed(instance, "common")("nav.chat"));
			expect(instance.t("nav.chat")).not.toBe("nav.chat");
			expect(fixed(instance, "chat")("nothing.there")).toBe("nothing.there");
			expect(fixed(instance, "chat")("problem")).not.toBeTypeOf("object");
			expect(fixed(instance, "chat")("notes", { returnObjects: true })).toEqual(texts.chat.notes);
		}
	});

	it("grow by those of a screen", () => {
		const page = browserTexts({ common: texts.common });
		expect(fixed(page, "account")("title")).toBe("title");
		page.addResourceBundle("ru", "account", texts.account);
		expect(fixed(page, "account")("title")).toBe(texts.account.title);
	});
});
