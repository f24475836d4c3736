import { describe, expect, test } from "vitest";
import { readTheme } from "../../app/shell/theme-preference.ts";
import { contrast, rule, token } from "./styles.ts";

test("S-9.8 the light theme is the default: nobody has chosen, nothing is set", () => {
	expect(readTheme(null)).toBe("light");
	expect(rule(":root")).toMatchObject({ "color-scheme": "light", "--light": "initial" });
	expect(token("background")).toBe("#EFF4FB");
});

test("S-9.9 there is a dark theme, chosen or taken from the device", () => {
	expect(rule('[data-theme="dark"]')).toMatchObject({ "color-scheme": "dark", "--dark": "initial" });
	expect(token("background", "dark")).toBe("#0F0E16");
	expect(token("surface", "dark")).not.toBe(token("surface", "light"));
});

test.each([
	["S-9.10", "background", "#EFF4FB"],
	["S-9.11", "surface", "#FFFFFF"],
	["S-9.13", "secondary", "#FF681F"],
	["S-9.14", "info", "#5F4FC7"],
	["S-9.15", "error", "#E71717"],
	["S-9.16", "success", "#39B525"],
	["S-9.17", "warning", "#FB8C00"],
])("%s light %s is %s", (_id, name, value) => {
	expect(token(name)).toBe(value);
});

test("S-9.12 light primary is a purple: blue over red over green", () => {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
		Number.parseInt(token("primary").slice(at, at + 2), 16),
	);
	expect(blue).toBeGreaterThan(red);
	expect(red).toBeGreaterThan(green);
});

test("S-9.18 light tertiary has a colour of its own", () => {
	expect(token("tertiary")).toMatch(/^#[0-9A-F]{6}$/);
	expect([token("primary"), token("secondary")]).not.toContain(token("tertiary"));
});

/** What is written on what, anywhere in the product. */
const TEXTS = [
	...[
		"text",
		"text-2",
		"text-3",
		"primary-text",
		"secondary-text",
		"error-text",
		"success-text",
		"warning-text",
	].flatMap((text) => [`${text} background`, `${text} surface`]),
	...[
		"text-3 surface-2",
		"text surface-3",
		"text surface-4",
		"text-2 surface-3",
		"on-inverse inverse",
		"inverse-accent inverse",
	],
	...["primary", "secondary", "tertiary", "info", "success", "warning", "error"].flatMap((role) => [
		`on-${role} ${role}`,
		`on-${role}-soft ${role}-soft`,
	]),
	...[
		"on-primary primary-hover",
		"on-primary primary-active",
		"on-error error-hover",
		"on-error error-active",
	],
	...[
		"error-text field-error",
		"error-text error-soft",
		"on-bubble bubble",
		"code-text code-bg",
		..."keyword string number title comment attr".split(" ").map((word) => `code-${word} code-bg`),
	],
	...["on-brand brand-1", "on-brand-2 brand-2", "text raised", "text-3 raised", "text floating"],
];

describe.each(["light", "dark"] as const)("in the %s theme", (shade) => {
	test.each(TEXTS)("%s is readable, 4.5:1", (pair) => {
		const [text = "", fill = ""] = pair.split(" ");
		expect(contrast(token(text, shade), token(fill, shade))).toBeGreaterThanOrEqual(4.5);
	});

	test.each([
		"outline surface",
		"outline surface-2",
		"secondary-strong surface",
		"focus background",
		"focus surface",
	])("%s can be told apart, 3:1", (pair) => {
		const [line = "", fill = ""] = pair.split(" ");
		expect(contrast(token(line, shade), token(fill, shade))).toBeGreaterThanOrEqual(3);
	});
});
