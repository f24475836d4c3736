import { expect, test } from "vitest";
import { redact } from "../../app/http-client/redact.server.ts";

const cases: [what: string, text: string, secret: string][] = [
	["a bearer token", "Authorization: Bearer abc.def-123", "abc.def-123"],
	["an OpenAI-like key", "Incorrect API key provided: sk-proj-abc123*****xyz.", "abc123"],
	["a Yandex key", "key AQVNxyz_12-34 is wrong", "xyz_12"],
	["a Yandex token", "token y0_AgAAAA_bcd expired", "AgAAAA"],
	["a shop's key", "live_abcdEFGH1234", "abcdEFGH"],
	["a signed token", "eyJhbGciOi.eyJzdWIiOi.sig-1", "eyJ"],
	["a named value", '{"client_secret":"short1"}', "short1"],
	["a password in an address", "http://user:pa55@host/x", "pa55"],
	["a query", "GET https://host/x?code=42&state=1 failed", "42"],
	["an e-mail", "no such user ivan@example.ru", "ivan"],
	["a long random run", "id 0123456789abcdef0123456789abcdef", "0123456789abcdef"],
	["a known value, whatever it looks like", "это слово секрет!", "секрет"],
];
for (const [what, text, secret] of cases) {
	test(`${what} is hidden`, () => {
		expect(text).toContain(secret);
		expect(redact(text, ["секрет"])).not.toContain(secret);
	});
}

test("useful text stays: sentences, codes, UUIDs, model names", () => {
	const text =
		"invalid_request: Платёж 2c85b7f2-000f-5000-8000-1b68e7b15f3f не найден, model qwen3:235b-a22b, 400 > 200";
	expect(redact(text)).toBe(text);
});

test("it is one short line", () => {
	expect(redact("а\r\n\t\u0000б\u0007в")).toBe("а б в");
	expect(redact("слово ".repeat(100_000)).length).toBe(201);
});

test("it ends on hostile text", () => {
	// So long that anything but work in proportion to it would never be done.
	for (const unit of ["a", "?a=", "@", "a@", "token:", "://", "Bearer ", "a-", '"', "sk-a "])
		expect(redact(unit.repeat(1_000_000)).length).toBeLessThanOrEqual(201);
});
