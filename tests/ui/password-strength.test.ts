import { expect, test } from "vitest";
import { passwordLevel } from "../../app/ui/document/password-strength.ts";

test("nothing typed is no level", () => {
	expect(passwordLevel("")).toBe(0);
});

test.each([
	...["а", "короткий", "q9!xT", "123456789"],
	...["1234567890", "0987654321", "qwertyuiop", "poiuytrewq", "йцукенгшщз", "aaaaaaaaaaaa", "abcabcabcabc"],
	...[
		"password123",
		"P@ssw0rd2024",
		"пароль1234",
		"Пароль12345",
		"iloveyou2024",
		"qwerty123456",
		"12345678901",
	],
])("«%s» is weak: too short or plainly common", (password) => {
	expect(passwordLevel(password)).toBe(1);
});

test.each([
	["лодка-семь", 2],
	["лодка семь пять", 3],
	["лодка семь пять берёз", 4],
	["k7Gw-93xQz", 2],
	["dragonfly ate seven bees", 4],
] as const)("«%s» is level %i, by length alone", (password, level) => {
	expect(passwordLevel(password)).toBe(level);
});

test("letters are counted as the server counts them", () => {
	expect(passwordLevel("и\u0306жкаёлкадом")).toBe(passwordLevel("йжкаёлкадом"));
	expect(passwordLevel("и\u0306жкаёлкад")).toBe(1);
});
