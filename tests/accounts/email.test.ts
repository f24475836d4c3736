import { describe, expect, test } from "vitest";
import { parseEmail } from "../../app/accounts/email.server.ts";

describe("an e-mail address", () => {
	test.each([
		["  Anna@Example.RU \n", "anna@example.ru"],
		["ivan@пример.рф", "ivan@xn--e1afmkfd.xn--p1ai"],
		["ivan@xn--e1afmkfd.xn--p1ai", "ivan@xn--e1afmkfd.xn--p1ai"],
		["ivan@ПРИМЕР.РФ", "ivan@xn--e1afmkfd.xn--p1ai"],
		// й in two ways: one letter, and «и» with a breve.
		["a@\u0439од.рф", "a@xn--d1ajp.xn--p1ai"],
		["a@\u0438\u0306од.рф", "a@xn--d1ajp.xn--p1ai"],
		["o'brien+chat_1@mail.example.co.uk", "o'brien+chat_1@mail.example.co.uk"],
		[`${"a".repeat(64)}@example.ru`, `${"a".repeat(64)}@example.ru`],
		["a@1.example.ru", "a@1.example.ru"],
	])("%j is taken as %s", (typed, normalised) => {
		expect(parseEmail(typed)).toBe(normalised);
	});

	test.each([
		["a Cyrillic letter that looks Latin", "\u0430nna@example.ru"],
		["a Turkish İ in the name", "İvan@example.ru"],
		["a Turkish İ in the domain", "ivan@İstanbul.com"],
		["a Kelvin sign, which lower-cases to k", "\u212Aate@example.ru"],
		["wide letters", "ivan@\uFF45xample.ru"],
		["quotes", '"anna"@example.ru'],
		["a name and an address", "Anna <anna@example.ru>"],
		["a line break", "anna@example.ru\r\nBcc: eve@example.ru"],
		["a line break in the name", "an\nna@example.ru"],
		["a zero-width space", "anna@exam\u200Bple.ru"],
		["a soft hyphen", "anna@exam\u00ADple.ru"],
		["a space inside", "an na@example.ru"],
		["two addresses", "anna@example.ru,eve@example.ru"],
		["no at", "anna.example.ru"],
		["no name", "@example.ru"],
		["no domain", "anna@"],
		["one label", "anna@localhost"],
		["an address of a machine", "anna@127.0.0.1"],
		["an IPv6 address", "anna@[::1]"],
		["dots in a row", "an..na@example.ru"],
		["a dot first", ".anna@example.ru"],
		["a dot at the end", "anna@example.ru."],
		["a hyphen at the edge", "anna@-example.ru"],
		["an underscore in the domain", "anna@ex_ample.ru"],
		["a percent sign as a route", "anna%eve.ru@"],
		["a name of 65", `${"a".repeat(65)}@example.ru`],
		["255 in all", `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example1.ru`],
		["100 000 letters", `${"a".repeat(100_000)}@example.ru`],
		["nothing", ""],
		["no text", 42],
		["null", null],
	])("%s is refused", (_, typed) => {
		expect(parseEmail(typed)).toBeNull();
	});

	test("254 in all is the most", () => {
		const longest = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example.ru`;
		expect(longest).toHaveLength(254);
		expect(parseEmail(longest)).toBe(longest);
	});

	test("nothing odd is gone over again and again", () => {
		// So long that anything but work in proportion to it would never be done.
		for (const piece of ["a", ".", "@", "-", "a.", "a@", "xn--", "я"]) {
			parseEmail(`${piece.repeat(2_000_000)}@example.ru`);
			parseEmail(piece.repeat(500));
			parseEmail(`a@${piece.repeat(240)}`);
		}
	});
});
