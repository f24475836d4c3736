import { describe, expect, test } from "vitest";
import { commonWords } from "../../app/accounts/password/common-passwords/words.server.ts";
import { passwordProblem } from "../../app/accounts/password/password-rules.server.ts";
import { passwordLevel } from "../../app/ui/static-page/password-strength.ts";
import { commonest } from "../../bin/generate/common-passwords/commonest.ts";
import { seededRandom } from "../chat/markdown/samples/random.ts";

test("nothing typed is no level", () => {
	expect(passwordLevel("")).toBe(0);
});

test.each([
	...["а", "короткий", "q9!xT", "123456789", "ж".repeat(129)],
	...["1234567890", "0987654321", "qwertyuiop", "poiuytrewq", "йцукенгшщз", "aaaaaaaaaaaa", "abcabcabcabc"],
	...["password123", "P@ssw0rd2024", "пароль1234", "Пароль12345", "iloveyou2024", "qwerty123456"],
	...["12345678901", "1q2w3e4r5t", "cj,frf2020", "Tr0ub4dor&3xyz", "международный"],
])("«%s» is weak", (password) => {
	expect(passwordLevel(password)).toBe(1);
});

test.each([
	["лодка-семь", 2],
	["лодка семь пять", 3],
	["лодка семь пять берёз", 4],
	["k7Gw-93xQz", 2],
	["aB3dE5fGh7jK9mN", 3],
	["hytrek-Vabqez-0cymru", 4],
	["dragonfly ate seven bees", 4],
	["correcthorsebatterystaple", 4],
	["🦔🐈🦉🐢🦊🐝🦋🐙🐬🦜", 2],
] as const)("«%s» is level %i", (password, level) => {
	expect(passwordLevel(password)).toBe(level);
	expect(passwordProblem(password)).toBeNull();
});

test("letters are counted as the server counts them", () => {
	expect(passwordLevel("и\u0306жка ёлка дом")).toBe(passwordLevel("йжка ёлка дом"));
	expect(passwordLevel("и\u0306жка ёлкам")).toBe(2);
	expect(passwordLevel("и\u0306жк ёлкам")).toBe(1);
});

/** The e-mail with its parts and the service's name, as the page finds them. */
const EMAIL = "kovaleva.anna@example.ru";
const NAMES = [EMAIL, "kovaleva.anna", "example.ru", "kovaleva", "anna", "example", "Мой Чат"];
const refused = (password: string) =>
	passwordProblem(password, { email: EMAIL, appName: "Мой Чат" }) !== null;

/** What the server refuses and the measure does not call weak. */
const overrated = (passwords: Iterable<string>) =>
	[...passwords].filter((password) => passwordLevel(password, NAMES) > 1 && refused(password));

describe("what the server refuses is weak here", () => {
	test("of the ten thousand commonest; and no listed password at all is called strong", () => {
		expect(overrated(commonest.slice(0, 10_000))).toEqual([]);
		const capital = (password: string) => password.replace(/^./, (letter) => letter.toUpperCase());
		expect(overrated(commonest.slice(0, 10_000).map(capital))).toEqual([]);
		expect(commonest.filter((password) => passwordLevel(password) === 4)).toEqual([]);
		// Some of the last ones look like what a machine makes, and only the server's list knows them.
		expect(overrated(commonest).length).toBeLessThan(40);
	});

	test("a word in any case and layout, with numbers, years, dates, letters and signs beside it", () => {
		const tails = [
			"",
			"1",
			"12",
			"123!",
			"2024",
			"1987!!",
			"01021985",
			"!?",
			".",
			" 7",
			"-99",
			"x",
			"qwe",
			"aaa",
		];
		function* passwords() {
			for (const word of commonWords) {
				const capital = word.replace(/^./, (letter) => letter.toUpperCase());
				const leet = word.replaceAll("a", "@").replaceAll("o", "0").replaceAll("e", "3").replaceAll("s", "$");
				const forms = [word, capital, word.toUpperCase(), leet, onOtherKeys(word)];
				for (const form of forms) for (const tail of tails) yield* [form + tail, tail + form];
				yield word.repeat(2);
				yield `${word}1`.repeat(3);
			}
		}
		expect(overrated(passwords())).toEqual([]);
	});

	test("the e-mail and the service's name", () => {
		const near = [EMAIL, "Kovaleva.Anna@example.ru", "kovaleva.anna", "kovaleva.anna1987", "anna@kovaleva"];
		const service = ["мой чат 2026", "Мой Чат!!", "мой чат мой чат"];
		expect(overrated([...near, ...service])).toEqual([]);
		expect(passwordLevel(EMAIL, NAMES)).toBe(1);
	});

	test("anything put together of walks, words, repetitions, numbers and signs", () => {
		const next = seededRandom(20_251_121);
		const of = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
		const rows = [
			"qwertyuiop",
			"йцукенгшщзхъ",
			"1234567890",
			"zxcvbnm",
			"1qaz2wsx3edc",
			"zaq1xsw2",
			"abcdef",
			"фывапролд",
			"qazwsxedc",
			"йфяцычувс",
			"!@#$%^&*()",
		];
		const walk = () => {
			const row = of(rows);
			const from = Math.floor(next() * (row.length - 3));
			const part = row.slice(from, from + 3 + Math.floor(next() * 7));
			return next() < 0.5 ? part : [...part].reverse().join("");
		};
		const words = [...commonWords];
		const piece = () => {
			const kind = next();
			if (kind < 0.3) return of(words);
			if (kind < 0.6) return walk();
			if (kind < 0.7) return of(["a", "ж", "1", "!", "x"]).repeat(3 + Math.floor(next() * 4));
			if (kind < 0.85) return String(Math.floor(next() * 10 ** (1 + Math.floor(next() * 6))));
			return of(["!", "-", " ", ".", "_", "@", "x", "я", "1987", "31121999"]);
		};
		const passwords = Array.from({ length: 6_000 }, () =>
			Array.from({ length: 1 + Math.floor(next() * 4) }, piece).join(""),
		);
		const long = passwords.filter((password) => password.length >= 10);
		expect(long.slice(0, 300).filter(refused).length).toBeGreaterThan(50);
		expect(overrated(passwords)).toEqual([]);
	});
});

const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const CYRILLIC = "йцукенгшщзхъфывапролджэячсмитьбюё";
const onOtherKeys = (word: string) =>
	[...word]
		.map((letter) => LATIN[CYRILLIC.indexOf(letter)] ?? CYRILLIC[LATIN.indexOf(letter)] ?? letter)
		.join("");
