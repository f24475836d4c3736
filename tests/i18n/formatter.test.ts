import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { formatter, formatValue } from "../../app/i18n/formatter.ts";
import { i18nOptions } from "../../app/i18n/options.server.ts";

test.each([
	0,
	7,
	-7,
	999,
	-999,
	1_000,
	12_500,
	1_234_567,
	0.5,
	0.125,
	2.0005,
	999.9996,
	1e-7,
	-1_234.25,
	Number.NaN,
	-0,
])("%s is formatted as Intl does", (value) => {
	expect(formatValue(value, "number")).toBe(
		Object.is(value, -0) ? "0" : Intl.NumberFormat("ru").format(value),
	);
});

test("a text has its numbers in groups, and other values as they are", async () => {
	const i18n = createInstance();
	await i18n.use(formatter).init(i18nOptions({ common: { both: "{{count, number}} из {{name}}" } }));
	expect(i18n.t("both" as never, { count: 12_500, name: "30" } as never)).toBe("12\u00a0500 из 30");
});
