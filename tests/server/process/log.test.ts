import { describe, expect, it } from "vitest";
import { readConfig } from "../../../app/platform/config.server.ts";
import { createLog, secretsOf } from "../../../app/platform/log.server.ts";

function open(options: Partial<Parameters<typeof createLog>[0]> = {}) {
	const lines: string[] = [];
	const log = createLog({
		level: "debug",
		json: true,
		secrets: [],
		write: (line) => void lines.push(line),
		now: () => new Date("2026-11-20T12:00:00Z"),
		...options,
	});
	return { log, lines, said: () => lines.join("") };
}

describe("the format of a line", () => {
	it("is one line of JSON in production", () => {
		const { log, said } = open();
		log.info("Запрос", { status: 200 });
		expect(said().endsWith("\n")).toBe(true);
		expect(JSON.parse(said())).toEqual({
			time: "2026-11-20T12:00:00.000Z",
			level: "info",
			message: "Запрос",
			status: 200,
		});
	});

	it("is readable otherwise, with the stack of an error on lines of its own", () => {
		const { log, lines } = open({ json: false });
		log.warn("Почта не ушла", { tries: 2, skipped: undefined, error: new Error("refused") });
		const [first, second, third] = (lines[0] ?? "").split("\n");
		expect(first).toMatch(/^\d\d:\d\d:\d\d ! Почта не ушла tries=2$/);
		expect(second).toBe("    Error: refused");
		expect(third).toMatch(/^ {4} +at /);
	});

	it.each([
		["debug", 4],
		["info", 3],
		["warn", 2],
		["error", 1],
		["silent", 0],
	] as const)("at LOG_LEVEL=%s says %i of four", (level, count) => {
		const { log, lines } = open({ level });
		for (const at of ["debug", "info", "warn", "error"] as const) log[at]("x");
		expect(lines).toHaveLength(count);
	});

	it("includes the causes of an error", () => {
		const { log, said } = open();
		log.error("x", { error: new Error("outer", { cause: new Error("inner", { cause: "deep" }) }) });
		expect(JSON.parse(said()).error).toMatch(/Error: outer.*Причина: Error: inner.*Причина: deep/s);
	});

	it("ends on a circular structure", () => {
		const { log, lines } = open();
		const circle: Record<string, unknown> = { big: 1n };
		circle.self = circle;
		log.info("x", { circle });
		expect(lines).toHaveLength(1);
	});
});

describe("check 58: what is never in the log", () => {
	const token = "Q2hlY2sgNTg6IHRoaXMgaXMgYSB0b2tlbiBvZiA0MyBj";

	it.each([
		["a person's address", "письмо для ivan.petrov+1@пример.рф не ушло", "ivan.petrov"],
		["a token of ours", `GET /verify-mail?token=${token}`, token],
		["a bearer token", "Authorization: Bearer abc.def", "abc.def"],
		["a key of a model", "wrong key sk-abcdef1234567890", "sk-abcdef"],
		["a password in an address", "connect postgres://chat:hunter2@db:5432/chat", "hunter2"],
		["a key in an address", "GET https://api.example.ru/v1?api_key=hunter2&page=1", "hunter2"],
		["a key before the host", "GET https://hunter2@api.example.ru/v1", "hunter2"],
		["a bank card", "карта 4111 1111 1111 1111", "4111 1111"],
	])("%s in a text", (_, text, secret) => {
		for (const json of [true, false]) {
			const { log, said } = open({ json });
			log.error(text, { text, error: new Error(text, { cause: new Error(text) }), deep: { list: [text] } });
			expect(said()).toContain("[скрыто]");
			expect(said()).not.toContain(secret);
		}
	});

	it.each([
		"password",
		"newPassword",
		"sessionToken",
		"Cookie",
		"authorization",
		"clientSecret",
		"apiKey",
		"email",
	])("the text of a field named %s", (name) => {
		const { log, said } = open();
		log.info("x", { [name]: "qwerty", inner: { [name]: "qwerty" } });
		expect(said()).not.toContain("qwerty");
	});

	it("the operator's secrets, wherever they occur", () => {
		const config = readConfig({
			SESSION_SECRET: "session-secret-session-secret-session",
			MODEL_API_KEY: "model key",
			YOOKASSA_SHOP_ID: "1",
			YOOKASSA_SECRET_KEY: "live_shopkey",
			YANDEX_CLIENT_ID: "2",
			YANDEX_CLIENT_SECRET: "yandex-secret",
			METRICS_TOKEN: "metrics-token",
			SMTP_URL: "smtp://robot:p%40ss-mail@mail.example.ru",
			DATABASE_URL: "postgres://chat:pg-pass@db/chat",
		});
		const other = readConfig({
			GIGACHAT_CREDENTIALS: "Z2lnYTpjaGF0LWNyZWRlbnRpYWxz",
			PICTURES_BASE_URL: "https://pictures.example.ru/v1",
			PICTURES_MODEL: "painter",
			PICTURES_API_KEY: "pictures-key",
		});
		const secrets = [...secretsOf(config), ...secretsOf(other)];
		const values = [
			"Z2lnYTpjaGF0LWNyZWRlbnRpYWxz",
			"pictures-key",
			"model key",
			"live_shopkey",
			"yandex-secret",
			"metrics-token",
			"p@ss-mail",
			"p%40ss-mail",
			"pg-pass",
		];
		const { log, said } = open({ secrets });
		for (const value of [...values, "session-secret-session-secret-session"])
			log.error(`upstream said ${value}!`);
		for (const value of values) expect(said()).not.toContain(value);
		expect(said()).not.toContain("session-secret");
	});

	it("leaves ids, counts and times readable", () => {
		const { log, said } = open();
		const fields = {
			answerId: "0f8fad5b-d9cb-469f-a165-70867728950e",
			outputTokens: 12,
			at: 1_795_176_000_000,
		};
		log.info("x", fields);
		expect(JSON.parse(said())).toMatchObject(fields);
	});

	it.each([true, false])("no line breaks or control sequences from foreign text (JSON: %s)", (json) => {
		const { log, said } = open({ json });
		const text = "a\r\n12:00:00   forged \u001b[2J \u009b31m \u2028 \u007f";
		log.info(text, { path: text, error: new Error(text) });
		const lines = said().trimEnd().split("\n");
		for (const control of ["\r", "\u001b", "\u009b", "\u2028", "\u007f"])
			expect(said()).not.toContain(control);
		expect(lines.slice(1).every((line) => line.startsWith("    "))).toBe(true);
		if (json) expect(lines).toHaveLength(1);
	});
});
