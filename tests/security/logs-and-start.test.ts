import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { request, sendRaw } from "../server/raw-http.ts";
import { PRODUCTION, runInstance, startInstance } from "../support/instance.ts";
import { Person } from "../support/person.ts";
import { buildIdOf } from "../support/second-build.ts";
import { dataOf } from "./built-routes.ts";
import { settled, type Victim, victimOf } from "./forms.ts";
import { emailsTo, openSite, type Site } from "./site.ts";
import { PASSWORD, Visitor } from "./visitor.ts";

const NEW = "совсем другие слова";
const QUESTION = "Сколько лет моей тайной собаке Бусинке?";

let site: Site;
beforeAll(async () => {
	site = await openSite({ LOG_LEVEL: "debug", METRICS_TOKEN: "token-of-the-metrics-page" });
});
afterAll(async () => void (await site?.stop()));

describe("check 58: the log after every flow", () => {
	let victim: Victim;
	let seen: Set<string>;
	beforeAll(async () => {
		victim = await victimOf(site);
		seen = new Set();
		const note = () => {
			for (const pair of victim.person.cookie.split("; ")) seen.add(pair.slice(pair.indexOf("=") + 1));
		};
		await victim.person.ask(QUESTION);
		for (const { path, fields } of victim.forms) {
			if (!(await victim.person.isSignedIn())) {
				for (const password of [PASSWORD, NEW, `${NEW} 2`])
					if ((await victim.person.signIn(password)).status === 303) break;
			}
			note();
			const query = new URLSearchParams({ q: QUESTION, token: "A".repeat(43) });
			await victim.person.post(path, fields, { "User-Agent": "Agent", Authorization: "Bearer of-a-browser" });
			await victim.person.get(`${path}?${query}`);
			note();
		}
		await new Visitor(site).signIn("ещё один неверный пароль");
		await victim.person.post("/logout", {});
		await settled(site);
	});

	test("holds no password, token, cookie, key, question or address", () => {
		const emails = site.smtp.received.flatMap(({ to }) => to.flatMap((address) => emailsTo(site, address)));
		const secrets = [
			PASSWORD,
			NEW,
			"ещё один неверный пароль",
			QUESTION,
			"Как заварить чай",
			"of-a-browser",
			PRODUCTION.SESSION_SECRET,
			"token-of-the-metrics-page",
			"@example.ru",
			victim.person.email.split("@")[0] ?? "",
			...emails.flatMap(({ token, to }) => [token, ...to]),
			...[...seen].filter((value) => value.length > 10),
		].filter(Boolean);
		expect(secrets.length).toBeGreaterThan(20);
		const log = site.logs();
		for (const secret of secrets) {
			for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
				expect([form, log.includes(form)]).toEqual([form, false]);
		}
		// The six digits of e-mails, as a word of their own.
		for (const { text } of emails)
			for (const [code] of text.matchAll(/\b\d{6}\b/g)) expect(log).not.toMatch(new RegExp(`\\b${code}\\b`));
	});

	test("records signing in and out, failures and every change, by the account's id", async () => {
		const events = new Set(
			site
				.logs()
				.split("\n")
				.filter((line) => line.includes('"event"'))
				.map((line) => (JSON.parse(line) as { event: string }).event),
		);
		for (const event of [
			"registered",
			"signed-in",
			"sign-in-failed",
			"signed-out",
			"password-reset-asked",
			"password-reset",
			"password-changed",
			"email-change-asked",
			"session-ended",
			"other-sessions-ended",
			"consent-given",
			"consent-withdrawn",
		])
			expect([event, events.has(event)]).toEqual([event, true]);
	});

	test("contains no injected lines or control sequences, and no unexpected errors", async () => {
		for (const path of [
			"/%1b[2J%0d%0aforged%e2%80%a8line",
			"/forged\u009b31m",
			"/a?x=%0d%0aforged",
			"/%0aforged",
		]) {
			const headers = { Host: site.host, "User-Agent": "a\u009b31mb", Cookie: "__Host-t=\u00ff\u009b" };
			await sendRaw(site.port, Buffer.from(request(path, headers), "latin1"));
		}
		await expect.poll(() => site.logs().includes("forged")).toBe(true);
		const lines = site.logs().trimEnd().split("\n");
		for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what must not be there
		expect(site.logs()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
		expect(lines.filter((line) => line.includes("Непредвиденная ошибка"))).toEqual([]);
	});
});

describe("check 59: a start that is refused", () => {
	test.each([
		["no secret", { SESSION_SECRET: "" }, "SESSION_SECRET"],
		["a short secret", { SESSION_SECRET: "0123456789abcdef0123456789abcde" }, "SESSION_SECRET"],
		["a secret of one character", { SESSION_SECRET: "a".repeat(48) }, "SESSION_SECRET"],
		[
			"a sample for a secret",
			{ SESSION_SECRET: "please-change-me-please-change-me-please" },
			"SESSION_SECRET",
		],
		["an http address", { APP_URL: "http://chat.example.ru" }, "APP_URL"],
		["no mail server", { SMTP_URL: "" }, "SMTP_URL"],
	])("%s", async (_, env, name) => {
		const { code, logs } = await runInstance({ env: { ...PRODUCTION, ...env } });
		expect(code).toBe(1);
		expect(logs).toContain(name);
		expect(logs).not.toMatch(/^\s+at /m);
		expect(logs).not.toContain("0123456789abcdef");
	});
});

test("check 59: stored files are readable by the server's own user only, e-mails of trial mode too", async () => {
	const trial = await startInstance();
	try {
		await new Person(trial).register();
		for (const folder of [trial.dataDir, site.dataDir]) {
			// The build is copied in the first seconds, under a name that could be gone when its file is looked at.
			await expect.poll(() => readdirSync(join(folder, "builds"))).toEqual([buildIdOf()]);
			const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
				join(folder, name),
			);
			expect(statSync(folder).mode & 0o777).toBe(0o700);
			expect(entries.some((path) => path.endsWith(".db-wal"))).toBe(true);
			for (const path of entries) {
				const stat = statSync(path);
				expect([path, stat.mode & 0o777]).toEqual([path, stat.isDirectory() ? 0o700 : 0o600]);
			}
			if (folder === trial.dataDir) expect(entries.some((path) => path.endsWith(".eml"))).toBe(true);
		}
	} finally {
		await trial.stop();
	}
});

test.each([
	"/.env",
	"/.env.production",
	"/.git/config",
	"/.git/HEAD",
	"/.vite/manifest.json",
	"/.well-known/../.env",
	"/build/server/index.js",
	"/build/client/index.html",
	"/server/main.ts",
	"/server/index.js",
	"/app/platform/config.server.ts",
	"/package.json",
	"/package-lock.json",
	"/node_modules/react/package.json",
	"/data/sobesednik.db",
	"/sobesednik.db",
	"/sobesednik.db-wal",
	"/session-secret",
	"/content/operator.json",
	"/compose.yaml",
	"/Dockerfile",
	"/assets/",
	"/assets/index.js.map",
	"/assets/../../server/index.js",
	"/assets/%2e%2e/%2e%2e/package.json",
	"/assets/..%2f..%2fpackage.json",
	"/assets/..%5c..%5cpackage.json",
	"/assets/%252e%252e/%252e%252e/package.json",
	"/%2eenv",
	"/%2e%65nv",
	"/.%65nv",
	"/%2egit%2fconfig",
	"/.env%00.svg",
	"/.env/",
	"/.env;.svg",
	"/favicon.svg/../.env",
	"/favicon.svg.br",
	"/favicon.svg.gz",
	"//.env",
	"/\\.env",
	"/@fs/etc/passwd",
	"/@vite/client",
	"/__manifest?p=/&version=x",
])("check 59: there is no %s", async (path) => {
	const answer = await sendRaw(site.port, request(path, { Host: site.host }));
	expect([400, 404]).toContain(answer.status);
	expect(answer.body).not.toMatch(/"dependencies"|root:x:|\[core\]|SQLite format|sourcesContent/);
});

test("check 59: a page that fails reveals nothing of the cause", async () => {
	const person = await new Visitor(site).register();
	await site.sql("alter table conversations rename to conversations_away");
	try {
		for (const path of ["/chat", dataOf("/chat")]) {
			const { status, text } = await person.get(path);
			expect([path, status]).toEqual([path, 500]);
			expect(text).not.toMatch(
				/no such table|conversations_away|\.server|node_modules|\n\s+at |SQLITE|sqlite|select /i,
			);
			expect(text).not.toContain(site.dataDir);
		}
	} finally {
		await site.sql("alter table conversations_away rename to conversations");
	}
	expect((await person.get("/chat")).status).toBe(200);
});
