import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConfigError, isLoopback, readConfig, sessionSecret } from "../../../app/platform/config.server.ts";

const PRODUCTION = {
	APP_URL: "https://chat.example.ru",
	SESSION_SECRET: "0123456789012345678901234567890x",
	SMTP_URL: "smtps://robot:pass@mail.example.ru",
	MAIL_FROM: "Чат <robot@example.ru>",
};

/** The sentences with which the start stops. */
function problems(env: Record<string, string>): string[] {
	try {
		readConfig(env);
	} catch (error) {
		if (error instanceof ConfigError) return error.problems;
		throw error;
	}
	return [];
}

describe("trial mode: nothing is set", () => {
	it("has every default of the contract", () => {
		expect(readConfig({})).toEqual({
			port: 3000,
			host: "127.0.0.1",
			appUrl: "http://localhost:3000",
			appName: "Собеседник",
			givenAppName: undefined,
			lookFile: "content/look.json",
			configScreens: true,
			allowPrivateModels: true,
			allowPrivateTools: true,
			trial: true,
			dataDir: resolve("./data"),
			databaseUrl: `sqlite:${resolve("./data")}/sobesednik.db`,
			sessionSecret: undefined,
			filesAddress: null,
			backup: { dir: null, address: null, keep: 14, passphraseFile: null, beforeMigration: true },
			mail: { smtpUrl: undefined, from: expect.any(String) },
			newsPerMinute: 30,
			model: {
				baseUrl: undefined,
				apiKey: undefined,
				ids: [],
				file: undefined,
				gigachat: null,
				sees: false,
				tools: false,
				autodetect: true,
				titles: true,
				liveAnswers: 600,
				liveAnswersTotal: null,
				idleTimeoutMs: 60_000,
			},
			localModel: {
				file: null,
				embeddingsFile: null,
				folder: resolve("./data/models"),
				runtimeFolder: resolve("./data/models/runtime"),
				gpu: false,
			},
			embeddings: null,
			tools: {
				file: undefined,
				search: null,
				searchVariable: null,
				searchAddresses: {
					yandex: "https://searchapi.api.cloud.yandex.net",
					brave: "https://api.search.brave.com",
					tavily: "https://api.tavily.com",
				},
				pageHosts: [],
				pictures: null,
			},
			yookassa: undefined,
			paymentRedirectOrigins: expect.arrayContaining(["https://yookassa.ru"]),
			plansFile: "content/plans.json",
			payments: "sandbox",
			renewal: false,
			yandex: undefined,
			receipts: null,
			registration: "open",
			memoryLimitBytes: null,
			drainSeconds: 0,
			hsts: "max-age=63072000",
			hideExistingAccounts: false,
			iconSource: "self",
			trustProxy: 0,
			metricsToken: undefined,
			tracing: null,
			timeZone: "Europe/Moscow",
			logLevel: "info",
		});
	});

	it("uses the given port", () => {
		expect(readConfig({ PORT: "4000" })).toMatchObject({
			port: 4000,
			appUrl: "http://localhost:4000",
			trial: true,
		});
	});

	it.each(["http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:3000", "http://LOCALHOST/"])(
		"%s is a trial still",
		(APP_URL) => {
			expect(readConfig({ APP_URL }).trial).toBe(true);
		},
	);

	it("treats an empty setting as unset", () => {
		expect(readConfig({ APP_URL: "", SMTP_URL: " ", PORT: "", PAYMENTS: "" })).toEqual(readConfig({}));
	});
});

describe("production: any other APP_URL", () => {
	it("accepts the required settings alone", () => {
		expect(readConfig(PRODUCTION)).toMatchObject({
			appUrl: "https://chat.example.ru",
			trial: false,
			host: "0.0.0.0",
			payments: "off",
			renewal: false,
			sessionSecret: PRODUCTION.SESSION_SECRET,
			mail: { smtpUrl: PRODUCTION.SMTP_URL, from: PRODUCTION.MAIL_FROM },
		});
	});

	it("check 59: names everything that is missing at once", () => {
		const said = problems({ APP_URL: "https://chat.example.ru" });
		for (const name of ["SMTP_URL", "MAIL_FROM", "SESSION_SECRET"]) {
			expect(
				said.filter((sentence) => sentence.includes(name)),
				name,
			).toHaveLength(1);
		}
	});

	it.each([
		["an http address", { APP_URL: "http://chat.example.ru" }, "APP_URL"],
		["a short secret", { SESSION_SECRET: "short" }, "SESSION_SECRET"],
		["no secret", { SESSION_SECRET: "" }, "SESSION_SECRET"],
		["a secret of one character", { SESSION_SECRET: "x".repeat(64) }, "SESSION_SECRET"],
		[
			"a secret out of instructions",
			{ SESSION_SECRET: "change-me-to-a-long-random-string!" },
			"SESSION_SECRET",
		],
	])("check 59: %s stops the start", (_, env, name) => {
		expect(problems({ ...PRODUCTION, ...env })).toEqual([expect.stringContaining(name)]);
	});
});

describe("wrong settings stop the start with a Russian sentence that names them", () => {
	it.each([
		["PORT", "http"],
		["PORT", "0"],
		["PORT", "70000"],
		["APP_URL", "chat.example.ru"],
		["APP_URL", "http://localhost:3000/path"],
		["APP_URL", "ftp://localhost"],
		["DATABASE_URL", "mysql://localhost/x"],
		["SMTP_URL", "mail.example.ru"],
		["SMTP_URL", "smtp://"],
		["SMTP_URL", "smtps://robot:p#ss@mail.example.ru"],
		["SMTP_URL", "smtps://robot:12#ss@mail.example.ru"],
		["SMTP_URL", "smtps://robot:12/ss@mail.example.ru"],
		["SMTP_URL", "smtps://robot:12?ss@mail.example.ru"],
		["SMTP_URL", "smtps://robot:100%@mail.example.ru"],
		["MAIL_FROM", "Собеседник"],
		["MODEL_BASE_URL", "localhost:11434"],
		["MODELS", "gpt-x"],
		["EMBEDDINGS_MODEL", "bge-m3"],
		["EMBEDDINGS_BASE_URL", "http://localhost:11434/v1"],
		["EMBEDDINGS_API_KEY", "a-key"],
		["SEARXNG_URL", "localhost:8080"],
		["PICTURES_MODEL", "painter"],
		["PICTURES_BASE_URL", "http://localhost:8081/v1"],
		["PICTURES_API_KEY", "a-key"],
		["PICTURES_SIZE", "large"],
		["PICTURES_ABROAD", "yes"],
		["YANDEX_SEARCH_API_KEY", "a-key"],
		["YANDEX_SEARCH_FOLDER_ID", "b1g"],
		["YANDEX_SEARCH_URL", "nowhere"],
		["BRAVE_URL", "nowhere"],
		["TAVILY_URL", "nowhere"],
		["SEARCH_PROVIDER", "yandex"],
		["TOOLS_FILE", "content/nowhere.json"],
		["READ_PAGE_HOSTS", "http://wiki.local"],
		["MODEL_AUTODETECT", "yes"],
		["MODEL_IDLE_TIMEOUT_MS", "5s"],
		["YOOKASSA_SHOP_ID", "123"],
		["YOOKASSA_SECRET_KEY", "live_x"],
		["PAYMENTS", "paypal"],
		["PAYMENTS", "yookassa"],
		["YANDEX_CLIENT_ID", "x"],
		["YANDEX_CLIENT_SECRET", "x"],
		["REGISTRATION", "maybe"],
		["HIDE_EXISTING_ACCOUNTS", "true"],
		["ICON_SOURCE", "elsewhere"],
		["TRUST_PROXY", "-1"],
		["TZ_NAME", "Moscow"],
		["LOG_LEVEL", "loud"],
		["SESSION_SECRET", "short"],
	])("%s=%s", (name, value) => {
		const said = problems({ [name]: value });
		expect(said.join("\n")).toContain(name);
		expect(said.join("\n")).toMatch(/[а-я]{3}/);
		expect(said.length).toBe(1);
	});

	it.each(["YOOKASSA_API_URL", "YANDEX_OAUTH_URL", "YANDEX_LOGIN_URL"])("%s", (name) => {
		const keys = {
			YOOKASSA_SHOP_ID: "1",
			YOOKASSA_SECRET_KEY: "2",
			YANDEX_CLIENT_ID: "3",
			YANDEX_CLIENT_SECRET: "4",
		};
		expect(problems({ ...keys, [name]: "nowhere" }).join()).toContain(name);
	});
});

it.each([
	["smtps://robot%40example.ru:p%23ss%2F%25@smtp.example.ru:465", "Собеседник <robot@example.ru>"],
	["smtp://127.0.0.1:25", "robot@example.ru"],
	["smtp://mail?ignoreTLS=true", '"Школа, класс 5" <robot@школа.рф>'],
])("the mail server %s and the sender %s are taken", (SMTP_URL, MAIL_FROM) => {
	expect(readConfig({ SMTP_URL, MAIL_FROM }).mail).toEqual({ smtpUrl: SMTP_URL, from: MAIL_FROM });
});

describe("settings are used", () => {
	it("every other setting", () => {
		expect(
			readConfig({
				HOST: "0.0.0.0",
				APP_NAME: "Школа",
				DATA_DIR: "/var/lib/chat",
				DATABASE_URL: "postgres://u:p@db/chat",
				MODEL_BASE_URL: "http://localhost:8000/v1/",
				MODEL_API_KEY: "sk-1",
				MODELS: "a, b,,c",
				MODEL_AUTODETECT: "0",
				MODEL_IDLE_TIMEOUT_MS: "500",
				YOOKASSA_SHOP_ID: "1",
				YOOKASSA_SECRET_KEY: "2",
				YOOKASSA_API_URL: "http://127.0.0.1:1/v3",
				PAYMENT_REDIRECT_ORIGINS: "https://a.ru https://b.ru",
				YANDEX_CLIENT_ID: "3",
				YANDEX_CLIENT_SECRET: "4",
				YANDEX_OAUTH_URL: "http://127.0.0.1:2",
				YANDEX_LOGIN_URL: "http://127.0.0.1:3",
				REGISTRATION: "closed",
				HSTS: "max-age=1; preload",
				HIDE_EXISTING_ACCOUNTS: "1",
				ICON_SOURCE: "https://icons.example.ru",
				TRUST_PROXY: "2",
				METRICS_TOKEN: "m",
				TZ_NAME: "Asia/Omsk",
				LOG_LEVEL: "warn",
			}),
		).toMatchObject({
			host: "0.0.0.0",
			appName: "Школа",
			dataDir: "/var/lib/chat",
			databaseUrl: "postgres://u:p@db/chat",
			model: {
				baseUrl: "http://localhost:8000/v1",
				apiKey: "sk-1",
				ids: ["a", "b", "c"],
				autodetect: false,
				idleTimeoutMs: 500,
			},
			yookassa: { shopId: "1", secretKey: "2", apiUrl: "http://127.0.0.1:1/v3" },
			payments: "yookassa",
			paymentRedirectOrigins: ["https://a.ru", "https://b.ru"],
			yandex: {
				clientId: "3",
				clientSecret: "4",
				oauthUrl: "http://127.0.0.1:2",
				loginUrl: "http://127.0.0.1:3",
			},
			registration: "closed",
			hsts: "max-age=1; preload",
			hideExistingAccounts: true,
			iconSource: "https://icons.example.ru",
			trustProxy: 2,
			metricsToken: "m",
			timeZone: "Asia/Omsk",
			logLevel: "warn",
		});
	});

	it("the search is the one that is set, and of several the one that is chosen", () => {
		const brave = { BRAVE_API_KEY: "b" };
		const yandex = { YANDEX_SEARCH_API_KEY: "y", YANDEX_SEARCH_FOLDER_ID: "f" };
		const searchOf = (env: Record<string, string>) => readConfig(env).tools.search;
		expect(searchOf({ SEARXNG_URL: "http://localhost:8080/" })).toEqual({
			provider: "searxng",
			baseUrl: "http://localhost:8080",
		});
		expect(searchOf(yandex)).toEqual({
			provider: "yandex",
			baseUrl: "https://searchapi.api.cloud.yandex.net",
			apiKey: "y",
			folderId: "f",
		});
		expect(searchOf({ ...brave, BRAVE_URL: "http://127.0.0.1:1" })).toEqual({
			provider: "brave",
			baseUrl: "http://127.0.0.1:1",
			apiKey: "b",
		});
		expect(searchOf({ ...brave, ...yandex, SEARCH_PROVIDER: "yandex" })?.provider).toBe("yandex");
		expect(searchOf({ TAVILY_API_KEY: "t" })?.provider).toBe("tavily");
		expect(problems({ ...brave, ...yandex })).toEqual([expect.stringContaining("SEARCH_PROVIDER")]);
		expect(problems({ ...brave, SEARCH_PROVIDER: "tavily" })).toEqual([expect.stringContaining("tavily")]);
	});

	it("hosts of one's own network are names with ports", () => {
		const { pageHosts } = readConfig({ READ_PAGE_HOSTS: "wiki.local:8080, Docs.Local" }).tools;
		expect(pageHosts).toEqual(["wiki.local:8080", "docs.local:80"]);
	});

	it("PAYMENTS takes precedence over the keys, and allows the sandbox in production", () => {
		const keys = { YOOKASSA_SHOP_ID: "1", YOOKASSA_SECRET_KEY: "2" };
		expect(readConfig({ ...keys, PAYMENTS: "off" }).payments).toBe("off");
		expect(readConfig({ ...PRODUCTION, PAYMENTS: "sandbox" }).payments).toBe("sandbox");
		expect(readConfig({ ...PRODUCTION, ...keys }).payments).toBe("yookassa");
	});
});

describe("the secret in trial mode", () => {
	it("check 59: is generated once, is long, and is readable by nobody else", () => {
		const folder = mkdtempSync(join(tmpdir(), "sobesednik-secret-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const settings = { sessionSecret: undefined, dataDir: join(folder, "data") };
		const secret = sessionSecret(settings);
		expect(secret.length).toBeGreaterThanOrEqual(43);
		expect(sessionSecret(settings)).toBe(secret);
		expect(statSync(join(folder, "data", "session-secret")).mode & 0o777).toBe(0o600);
		expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
	});

	it("is the operator's if set", () => {
		expect(sessionSecret({ sessionSecret: "theirs", dataDir: "/nonexistent" })).toBe("theirs");
	});
});

it("recognises the loopback names", () => {
	for (const name of ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"])
		expect(isLoopback(name), name).toBe(true);
	for (const name of ["localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "0.0.0.0"]) {
		expect(isLoopback(name), name).toBe(false);
	}
});
