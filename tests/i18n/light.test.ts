import { createInstance, type InitOptions, type i18n } from "i18next";
import { describe, expect, it } from "vitest";
import { light } from "../../app/i18n/light.ts";
import { i18nOptions } from "../../app/i18n/options.server.ts";

/** Made once, as the middleware does. */
const book = (greeting: string) =>
	i18nOptions({
		common: {
			greeting,
			left_one: "остался {{count}}",
			left_few: "осталось {{count}}",
			left_many: "осталось {{count}}",
		},
		auth: { greeting: "Вход" },
	});

async function open(options: InitOptions): Promise<i18n> {
	const instance = createInstance(options);
	await instance.init();
	return instance;
}

/** As the hook of react-i18next asks for it. */
const say = (instance: i18n, ns: "common" | "auth") =>
	light(instance).getFixedT("ru", ns) as unknown as (key: string, values?: object) => string;

describe("the light texts of a page", () => {
	it("are those of i18next, at the first time and at the second", async () => {
		const texts = book("Здравствуйте");
		const instance = await open(texts);
		for (let i = 0; i < 2; i++) {
			expect(say(instance, "common")("greeting")).toBe("Здравствуйте");
			expect(say(instance, "auth")("greeting")).toBe("Вход");
			expect(say(instance, "auth")("common:greeting")).toBe("Здравствуйте");
			expect(say(instance, "common")("left", { count: 1 })).toBe("остался 1");
			expect(say(instance, "common")("left", { count: 3 })).toBe("осталось 3");
		}
	});

	it("are looked up once for all requests of one book, and anew for another", async () => {
		const texts = book("Здравствуйте");
		expect(say(await open(texts), "common")("greeting")).toBe("Здравствуйте");
		const second = await open(texts);
		second.t = (() => "looked up") as unknown as i18n["t"];
		expect(say(second, "common")("greeting")).toBe("Здравствуйте");
		expect(say(await open(book("Добрый день")), "common")("greeting")).toBe("Добрый день");
	});

	it("are not remembered before they have come", async () => {
		const instance = await open(book("Здравствуйте"));
		expect(say(instance, "common")("farewell")).toBe("farewell");
		instance.addResourceBundle("ru", "common", { farewell: "До свидания" });
		expect(say(instance, "common")("farewell")).toBe("До свидания");
	});

	it("are looked up once for the same values, and anew for others, for long texts and for lists", async () => {
		const { left, asked } = await counting();
		expect([left({ count: 5 }), left({ count: 5 }), left({ count: 21 })]).toEqual([
			"осталось 5",
			"осталось 5",
			"остался 21",
		]);
		expect(asked()).toBe(2);
		for (const values of [
			{ count: 5, name: "я".repeat(61) },
			{ count: 5, returnObjects: true },
		]) {
			const before = asked();
			expect([left(values), left(values)]).toEqual(["осталось 5", "осталось 5"]);
			expect(asked()).toBe(before + 2);
		}
	});

	it("are forgotten when they are too many", async () => {
		const { left, asked } = await counting();
		for (let count = 0; count < 9_000; count++) left({ count });
		expect(left({ count: 8_999 })).toBe("осталось 8999");
		expect(asked()).toBe(9_000);
		expect(left({ count: 1 })).toBe("остался 1");
		expect(asked()).toBe(9_001);
	});
});

/** The sentence «left», and how often i18next was asked for it. */
async function counting() {
	const instance = await open(book("Здравствуйте"));
	const getFixedT = instance.getFixedT.bind(instance);
	let count = 0;
	instance.getFixedT = ((...scope: Parameters<i18n["getFixedT"]>) => {
		const translate = getFixedT(...scope) as unknown as (...given: unknown[]) => string;
		return (...given: unknown[]) => {
			count++;
			return translate(...given);
		};
	}) as unknown as i18n["getFixedT"];
	return { left: (values: object) => say(instance, "common")("left", values), asked: () => count };
}
