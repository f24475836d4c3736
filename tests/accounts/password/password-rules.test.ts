import { describe, expect, test } from "vitest";
import { passwordProblem } from "../../../app/accounts/password/password-rules.server.ts";

const about = { email: "kovaleva.anna@example.ru", appName: "Собеседник" };

describe("a new password", () => {
	test("has from 10 to 128 characters, counted as people count them", () => {
		expect(passwordProblem("кот и пёс")).toBe("too-short");
		expect(passwordProblem("кот и пёс1")).toBeNull();
		const long = "Снег лежит на крыше дома. ".repeat(5).slice(0, 127);
		expect(passwordProblem(`${long}🦔`)).toBeNull();
		expect(passwordProblem(`${long}🦔!`)).toBe("too-long");
		// One letter written with two code points is one character.
		expect(passwordProblem("и\u0306".repeat(9))).toBe("too-short");
	});

	test.each([
		"верный пароль от чата",
		"correct horse battery staple",
		"x7#kQ9!mZp2w",
		"  пробелы по краям  ",
		"🦔🐈🦉🐢🦊🐝🦋🐙🐬🦜",
		"Очень-Надёжный-Пароль-1",
		"testpassword123",
		"Tr0ub4dor&3xyz",
		"мой дядя самых честных",
	])("%s is as good as any: nothing is asked about its composition", (password) => {
		expect(passwordProblem(password, about)).toBeNull();
	});

	test.each([
		"1234567890",
		"0987654321",
		"12345678910",
		"1111111111",
		"1212121212",
		"123123123123",
		"112233445566",
		"qwertyuiop",
		"QWERTYUIOP",
		"qwerty12345",
		"1q2w3e4r5t",
		"1qaz2wsx3edc",
		"qazwsxedcrfv",
		"123qweasdzxc",
		"zaq12wsxcde3",
		"asdfghjkl;",
		"a123456789",
		"!@#$%^&*()",
		"йцукенгшщз",
		"йцукен12345",
		"password123",
		"Password123!",
		"P@ssw0rd123",
		"passwordpassword",
		"iloveyou123",
		"basketball",
		"christopher",
		"trustno1trustno1",
		"abcabcabcabc",
		"пароль12345",
		"gfhjkm12345",
		"зфыыцщкв123",
		"Наташа1987",
		"любовь2020",
		"spartak1922",
		"marina01021985",
	])("%s is among the first that anybody would guess", (password) => {
		expect(passwordProblem(password)).toBe("too-common");
	});

	test.each(["собеседник123", "Собеседник", "sobesednik2026", "Собеседник!!"])(
		"%s is the service's name",
		(password) => {
			expect(passwordProblem(password, about)).toBe("same-as-service");
		},
	);

	test.each(["kovaleva.anna@example.ru", "Kovaleva.Anna@Example.ru", "kovaleva.anna", "kovaleva2020"])(
		"%s is the e-mail",
		(password) => {
			expect(passwordProblem(password, about)).toBe("same-as-email");
		},
	);

	test("nothing odd is gone over again and again: with every split of each tried, this would not end", () => {
		for (const piece of ["a", "q1", "пароль", "aB3$x", "12", "й"])
			passwordProblem(piece.repeat(128).slice(0, 128), about);
		for (const piece of ["a", "q1w2", "пароль1"]) passwordProblem(`${piece.repeat(40).slice(0, 39)}Ж`, about);
	});
});
