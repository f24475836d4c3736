import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkOutside } from "../../app/doctor/check-outside.server.ts";
import { checkSenderDomain } from "../../app/doctor/check-sender.server.ts";
import { sendTestEmail } from "../../app/doctor/send-test-email.server.ts";
import { emlTransport } from "../../app/mail/transports/eml.server.ts";
import { smtpTransport } from "../../app/mail/transports/smtp.server.ts";
import { readConfig } from "../../app/platform/config.server.ts";
import { showCertificates } from "../../bin/doctor/show-certificates.ts";
import { startFakeGigaChat } from "../support/fakes/fake-gigachat.ts";
import { startFakeModel } from "../support/fakes/fake-model.ts";
import { type FakeHandler, json, startHttpFake, switchProtocols } from "../support/fakes/http-fake.ts";

const CERTIFICATE = "tests/support/certificate/certificate.pem";

const seen = async (env: Record<string, string>) => checkOutside(readConfig(env));

async function server(handler: FakeHandler) {
	const fake = await startHttpFake(handler);
	onTestFinished(() => fake.stop());
	return fake;
}

function folder() {
	const path = mkdtempSync(join(tmpdir(), "doctor-"));
	onTestFinished(() => rmSync(path, { recursive: true }));
	return path;
}

test("a model's server is asked for its list, with the key, and what is not in it is told", async () => {
	const model = await startFakeModel({ models: ["a", "b"] });
	onTestFinished(() => model.stop());
	const host = new URL(model.url).host;
	expect(await seen({ MODEL_BASE_URL: model.url, MODELS: "a,c" })).toEqual([
		{ level: "fine", text: `Модель: сервер ${host} отвечает и принимает ключ, моделей у него 2` },
		{
			level: "note",
			text: `Модель: сервер ${host}: в его списке нет c; проверьте: npm run doctor -- model`,
		},
		{ level: "fine", text: "Часы этой машины идут верно" },
	]);
	expect(model.requests).toEqual([]);
});

test("a server that refuses the key, fails or is not there needs a human, and no key is printed", async () => {
	const refusing = await server((request, response) =>
		json(response, 401, { key: request.headers.authorization }),
	);
	const secret = "sk-very-secret";
	const refused = await seen({ MODEL_BASE_URL: refusing.url, MODEL_API_KEY: secret, MODELS: "a" });
	expect(refused[0]).toEqual({
		level: "broken",
		text: `Модель: сервер ${new URL(refusing.url).host} не принимает ключ (код 401)`,
	});
	expect(refusing.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
	expect(JSON.stringify(refused)).not.toContain(secret);
	const failing = await server((_request, response) => json(response, 502, {}));
	expect((await seen({ MODEL_BASE_URL: failing.url, MODELS: "a" }))[0]?.text).toContain("отвечает кодом 502");
	const switching = await server((_request, response) => switchProtocols(response));
	expect((await seen({ MODEL_BASE_URL: switching.url, MODELS: "a" }))[0]?.text).toContain(
		"соединение оборвалось (EPROTO)",
	);
	expect(await seen({ MODEL_BASE_URL: "http://127.0.0.1:9/v1", MODELS: "a" })).toEqual([
		{ level: "broken", text: "Модель: сервер 127.0.0.1:9: не принимает соединений" },
	]);
});

test("a clock that is wrong is told from the answers of others, unless one of them is alone with it", async () => {
	const behind = await server((_request, response) =>
		json(response, 200, { data: [] }, { Date: new Date(Date.now() + 180_000).toUTCString() }),
	);
	// The same moment for both, however long this process stands still between the answer and its reading.
	vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 23, 12, 0, 0, 500) });
	onTestFinished(() => void vi.useRealTimers());
	const [, clock] = await seen({ MODEL_BASE_URL: behind.url, MODELS: "" });
	expect(clock).toEqual({ level: "broken", text: expect.stringMatching(/отстают на 1(79|80) с/) });
	vi.useRealTimers();
	const right = await server((_request, response) => json(response, 200, { data: [] }));
	const both = await seen({
		MODEL_BASE_URL: behind.url,
		EMBEDDINGS_BASE_URL: right.url,
		EMBEDDINGS_MODEL: "m",
	});
	expect(both.at(-1)).toEqual({ level: "fine", text: "Часы этой машины идут верно" });
});

test("ЮKassa is asked about the shop; a test shop, a closed one and missing receipts are told", async () => {
	let shop: unknown = { account_id: "1", status: "enabled", test: true, fiscalization: { enabled: true } };
	let status = 200;
	const gateway = await server((request, response) =>
		request.path === "/me"
			? json(response, status, shop)
			: json(response, 200, { type: "list", items: [], path: request.path }),
	);
	const env = { YOOKASSA_API_URL: gateway.url, YOOKASSA_SHOP_ID: "1", YOOKASSA_SECRET_KEY: "live_secret" };
	const trial = await seen(env);
	expect(trial.filter(({ level }) => level === "broken")).toEqual([
		{ level: "broken", text: expect.stringContaining("RECEIPT_VAT_CODE не задан") },
	]);
	shop = { account_id: "1", status: "disabled", test: false };
	expect((await seen(env))[0]).toEqual({ level: "broken", text: "Платежи: ЮKassa: магазин 1 выключен" });
	status = 403;
	expect((await seen(env))[0]).toEqual({ level: "fine", text: "Платежи: ЮKassa: ключи магазина 1 подходят" });
	expect(gateway.requests.at(-1)?.path).toBe("/payments");
	status = 401;
	expect((await seen(env))[0]).toMatchObject({ level: "broken", text: expect.stringContaining("401") });
});

test("a certificate that nobody vouches for is named as the reason; one that is trusted tells its end", async () => {
	const secure = createServer(
		{ key: readFileSync("tests/support/certificate/key.pem"), cert: readFileSync(CERTIFICATE) },
		(_request, response) => json(response, 200, { data: [{ id: "a" }] }),
	).listen(0, "127.0.0.1");
	onTestFinished(() => void secure.close());
	await new Promise((resolve) => secure.once("listening", resolve));
	const baseUrl = `https://localhost:${(secure.address() as AddressInfo).port}/v1`;
	const [untrusted] = await seen({ MODEL_BASE_URL: baseUrl, MODELS: "a" });
	expect(untrusted).toEqual({ level: "broken", text: expect.stringContaining("caFile") });
	const file = join(folder(), "models.json");
	writeFileSync(file, JSON.stringify({ servers: [{ baseUrl, caFile: CERTIFICATE, models: [{ id: "a" }] }] }));
	expect(await seen({ MODELS_FILE: file })).toContainEqual({
		level: "fine",
		text: expect.stringMatching(/сертификат действует ещё \d+ дн\./),
	});
});

test("the fingerprints of a file's certificates are shown, and when they end", () => {
	const [found, ...more] = showCertificates(CERTIFICATE);
	expect(more).toEqual([]);
	expect(found).toEqual({
		level: "fine",
		text: expect.stringMatching(/SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
	});
	expect(showCertificates(CERTIFICATE, Date.UTC(2200, 0))[0]).toMatchObject({
		level: "broken",
		text: expect.stringContaining("просрочен"),
	});
	expect(showCertificates("package.json")[0]?.level).toBe("broken");
	expect(showCertificates("no-such-file.pem")[0]).toMatchObject({ text: expect.stringContaining("ENOENT") });
});

test("the domain of the sender is asked for SPF and DMARC, and a silent DNS is no verdict", async () => {
	const records: Record<string, string[]> = {
		"example.ru": ["v=spf1 include:_spf.yandex.net ~all", "other"],
	};
	const read = async (name: string) =>
		records[name] ?? Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" }));
	const levels = async (from: string) => (await checkSenderDomain(from, read)).map(({ level }) => level);
	expect(await levels("Собеседник <robot@example.ru>")).toEqual(["fine", "note"]);
	records["_dmarc.example.ru"] = ["v=DMARC1; p=none"];
	expect(await levels("robot@example.ru")).toEqual(["fine", "fine"]);
	expect(await levels("no-reply@localhost")).toEqual([]);
	const silent = () => Promise.reject(Object.assign(new Error("timeout"), { code: "ETIMEOUT" }));
	expect(await checkSenderDomain("a@example.ru", silent)).toEqual([
		{ level: "note", text: "Почта: DNS домена example.ru сейчас не отвечает" },
	]);
});

test("a test e-mail goes to the outbox of a trial, and the reason is told when it does not go", async () => {
	const config = readConfig({});
	const outbox = folder();
	const eml = emlTransport(outbox, config.mail.from, () => {});
	expect(await sendTestEmail(config, eml, "anna@example.ru")).toEqual([
		{ level: "note", text: "SMTP_URL не задан: письмо лежит файлом в DATA_DIR/outbox" },
	]);
	expect(readdirSync(outbox)).toHaveLength(1);
	const closed = { ...config, mail: { ...config.mail, smtpUrl: "smtp://127.0.0.1:9" } };
	const [failed] = await sendTestEmail(
		closed,
		smtpTransport(closed.mail.smtpUrl, config.mail.from),
		"anna@example.ru",
	);
	expect(failed?.level).toBe("broken");
	expect(failed?.text).toMatch(/^Письмо для an…@example\.ru не ушло: сервер из SMTP_URL не отвечает/);
});

test("GigaChat is asked with a token, and what it says against the key or the certificate is said in words", async () => {
	const giga = await startFakeGigaChat();
	onTestFinished(() => giga.stop());
	const key = Buffer.from("client:very-secret-word").toString("base64");
	const env = (more = {}) => ({
		GIGACHAT_CREDENTIALS: key,
		GIGACHAT_URL: giga.settings.baseUrl,
		GIGACHAT_AUTH_URL: giga.settings.authUrl,
		...more,
	});
	const host = new URL(giga.settings.baseUrl).host;
	expect((await seen(env()))[0]).toEqual({
		level: "fine",
		text: `Модель: сервер ${host} отвечает и принимает ключ, моделей у него 1`,
	});
	giga.state.giveToken = (request, response) =>
		json(response, 401, { message: request.headers.authorization });
	const refused = await seen(env());
	expect(refused[0]).toEqual({
		level: "broken",
		text: `GigaChat: сервер токенов ${host}: не принимает ключ авторизации или GIGACHAT_SCOPE (код 401)`,
	});
	expect(JSON.stringify(refused)).not.toContain(key);
	const tls = await giga.startTls({
		cert: readFileSync(CERTIFICATE, "utf8"),
		key: readFileSync("tests/support/certificate/key.pem", "utf8"),
	});
	const untrusted = env({ GIGACHAT_URL: `${tls}/api/v1`, GIGACHAT_AUTH_URL: `${tls}/api/v2/oauth` });
	expect((await seen(untrusted))[0]?.text).toMatch(/подписан тем, кому Node не доверяет.*GIGACHAT_CA_FILE/);
	const trusted = await seen({ ...untrusted, GIGACHAT_CA_FILE: CERTIFICATE });
	expect(trusted[0]?.level).toBe("fine");
});
