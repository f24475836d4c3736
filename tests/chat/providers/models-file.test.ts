import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadModels } from "../../../app/chat/providers/catalogue.server.ts";
import { readModelsFile } from "../../../app/chat/providers/models-file.server.ts";
import type { Model, Provider } from "../../../app/chat/providers/provider.server.ts";
import { ConfigError, readConfig } from "../../../app/platform/config.server.ts";
import { startFakeGigaChat } from "../../support/fakes/fake-gigachat.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";

const folder = mkdtempSync(join(tmpdir(), "models-"));
const stops: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true })];
afterAll(async () => {
	for (const stop of stops) await stop();
});

const file = (content: unknown) => {
	const path = join(folder, `${crypto.randomUUID()}.json`);
	writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
	return path;
};
const read = (content: unknown, env: Record<string, string> = {}) =>
	readModelsFile(file(content), 60_000, (name) => env[name]);
function problems(content: unknown, env?: Record<string, string>): string[] {
	try {
		read(content, env);
	} catch (error) {
		if (error instanceof ConfigError) return error.problems.map((text) => text.replace(/^\S+\.json: /, ""));
		throw error;
	}
	return [];
}
const one = (more = {}, model = {}) => ({
	servers: [{ baseUrl: "http://127.0.0.1:9/v1", ...more, models: [{ id: "a", ...model }] }],
});

/** A model, and another one on a server of its own. */
const withSpare = (server = {}, model = {}) => ({
	servers: [
		...one({}, model).servers,
		{ baseUrl: "http://127.0.0.1:9/v1", ...server, models: [{ id: "b" }] },
	],
});

async function ask(model: Model | undefined, content = "сценарий:no-usage", maxTokens?: number) {
	const question = {
		model: model?.id ?? "",
		messages: [{ role: "user" as const, content }],
		user: "u",
		...(maxTokens && { maxTokens }),
		effort: model?.effort && { value: model.effort[1], longer: true },
	};
	for await (const _ of model?.provider.stream(question, new AbortController().signal) ?? []);
}

describe("the operator's file of models", () => {
	test("names several servers with several models, each with what people are to know of it", async () => {
		const models = read({
			servers: [
				{
					baseUrl: "https://api.example.com/v1/",
					models: [
						{
							id: "big",
							name: "vendor/big-1",
							title: "Большая",
							description: "Думает",
							contextTokens: 128_000,
							sees: true,
							tools: true,
							reasoningBack: "never",
						},
						{ id: "small", answerTokens: 500 },
					],
				},
				{ baseUrl: "http://10.0.0.7:8000/v1", models: [{ id: "own", name: "/models/own.gguf" }] },
			],
		});
		expect(models.map(({ provider: _, generatesTitles: __, ...rest }) => rest)).toEqual([
			{
				id: "big",
				title: "Большая",
				description: "Думает",
				contextTokens: 128_000,
				answerTokens: undefined,
				crossBorder: true,
				sees: true,
				tools: true,
				reasoningBack: "never",
			},
			{
				id: "small",
				title: "small",
				contextTokens: 32_768,
				answerTokens: 500,
				crossBorder: true,
				sees: false,
				tools: false,
				reasoningBack: "tools",
			},
			{
				id: "own",
				title: "own",
				contextTokens: 32_768,
				crossBorder: false,
				sees: false,
				tools: false,
				reasoningBack: "tools",
			},
		]);
	});

	test.each(["crossBorder", "foreign"])(
		"says by `%s` whether a server is abroad, where its name does not",
		(key) => {
			expect(read(one({ [key]: true }))[0]?.crossBorder).toBe(true);
			expect(
				read({ servers: [{ ...one().servers[0], baseUrl: "https://a.com", [key]: false }] })[0]?.crossBorder,
			).toBe(false);
		},
	);

	test("of the example can be read as it is", () => {
		const env = { YANDEX_AI_KEY: "key-1", OWN_MODEL_AUTHORIZATION: "Bearer 2" };
		const certificate = { caFile: undefined };
		const example = JSON.parse(readFileSync("content/models.example.json", "utf8"));
		Object.assign(example.servers[1], certificate);
		expect(read(example, env).map(({ id, crossBorder }) => [id, crossBorder])).toEqual([
			["yandexgpt", false],
			["qwen", false],
			["own", false],
		]);
		expect(problems(example)).toEqual([
			"servers.0: переменная окружения YANDEX_AI_KEY не задана.",
			"servers.1: переменная окружения OWN_MODEL_AUTHORIZATION не задана.",
		]);
	});

	test("is asked with the server's own names, headers, keys and words", async () => {
		const fake = await startFakeModel();
		stops.push(fake.stop);
		const models = read(
			{
				servers: [
					{
						baseUrl: fake.url,
						apiKeyEnv: "KEY",
						headers: { "X-Plain": "yes", "X-Secret": { env: "SECRET" } },
						supportsUsage: true,
						maxTokensParam: "max_completion_tokens",
						effortParam: "reasoning",
						models: [{ id: "ours", name: "gpt://b1g/theirs/latest", effort: ["low", "high"] }],
					},
					{ baseUrl: fake.url, models: [{ id: "plain" }] },
				],
			},
			{ KEY: "k-1", SECRET: "s-1" },
		);
		await ask(models[0], undefined, 77);
		await ask(models[1], undefined, 78);
		expect(fake.requests.at(-2)).toMatchObject({
			model: "gpt://b1g/theirs/latest",
			max_completion_tokens: 77,
			stream_options: { include_usage: true },
			reasoning: { effort: "high" },
		});
		expect(fake.requests.at(-1)).toMatchObject({ model: "plain", max_tokens: 78 });
		expect(fake.requests.at(-1)).not.toHaveProperty("stream_options");
		expect(fake.headers.at(-2)).toMatchObject({
			authorization: "Bearer k-1",
			"x-plain": "yes",
			"x-secret": "s-1",
			"openai-project": "b1g",
		});
		expect(fake.headers.at(-1)).not.toHaveProperty("authorization");
	});

	test("may be GigaChat, beside others", async () => {
		const giga = await startFakeGigaChat();
		stops.push(giga.stop);
		const key = Buffer.from("client:secret").toString("base64");
		const { authUrl, baseUrl } = giga.settings;
		const own = { api: "gigachat", baseUrl, authUrl, apiKeyEnv: "GIGA", scope: "GIGACHAT_API_CORP" };
		const file = {
			servers: [...one().servers, { ...own, models: [{ id: "giga", name: "GigaChat-2-Max", tools: true }] }],
		};
		const models = read(file, { GIGA: key });
		await ask(models[1], "Привет");
		expect([models[1]?.tools, giga.tokenRequests[0]?.body]).toEqual([true, "scope=GIGACHAT_API_CORP"]);
		expect(giga.asked[0]?.question.model).toBe("GigaChat-2-Max");
		const [problem] = problems(file, { GIGA: "не ключ" });
		expect(problem).toContain("в переменной GIGA не ключ авторизации");
	});

	test("may name a spare for a model, also where both leave the country", () => {
		const models = read(withSpare({}, { spare: "b" }));
		expect(models.map(({ id, spare }) => [id, spare])).toEqual([
			["a", "b"],
			["b", undefined],
		]);
		const { servers } = withSpare({ crossBorder: true }, { spare: "b" });
		expect(problems({ servers: servers.map((server) => ({ ...server, crossBorder: true })) })).toEqual([]);
	});

	test("may name the certificate that a server's chain ends in; without it the server is not trusted", async () => {
		const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
		execFileSync(
			"openssl",
			[
				"req",
				"-x509",
				"-newkey",
				"ec",
				"-pkeyopt",
				"ec_paramgen_curve:prime256v1",
				"-nodes",
				"-days",
				"2",
			].concat([
				"-subj",
				"/CN=localhost",
				"-addext",
				"subjectAltName=DNS:localhost",
				"-keyout",
				key,
				"-out",
				cert,
			]),
			{ stdio: "ignore" },
		);
		const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
			response.end('data: {"choices":[{"delta":{"content":"да"},"finish_reason":"stop"}]}\n\n'),
		);
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		stops.push(
			() => void server.closeAllConnections(),
			() => void server.close(),
		);
		const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}/v1`;
		await ask(read({ servers: [{ baseUrl, caFile: cert, models: [{ id: "a" }] }] })[0]);
		const distrusted = ask(read({ servers: [{ baseUrl, models: [{ id: "a" }] }] })[0]);
		await expect(distrusted).rejects.toMatchObject({
			code: "unreachable",
			detail: expect.stringMatching(/CERT/),
		});
	});

	test.each([
		["{", /^это не JSON/],
		[{}, /^servers: /],
		[{ servers: [] }, /^servers: нужен хотя бы один сервер\.$/],
		[
			{ servers: [{ baseUrl: "http://a/v1", models: [] }] },
			/^servers\.0\.models: нужна хотя бы одна модель\.$/,
		],
		[one({ baseUrl: "ftp://a" }), /^servers\.0\.baseUrl: адрес должен начинаться с http/],
		[one({ colour: "red" }), /^servers\.0\.colour: лишнее или недостающее поле\.$/],
		[one({ apiKeyEnv: "sk-123" }), /^servers\.0\.apiKeyEnv: нужно имя переменной окружения\.$/],
		[one({ headers: { "X-A": "Ключ" } }), /^servers\.0\.headers\.X-A: нужна строка из латиницы/],
		[
			one({ headers: { "X-A": { env: "NOT_SET" } } }),
			/^servers\.0: переменная окружения NOT_SET не задана\.$/,
		],
		[one({ caFile: "/no/such.pem" }), /^servers\.0: файла сертификатов «\/no\/such\.pem» нет\.$/],
		[one({ caFile: "package.json" }), /^servers\.0: в файле «package\.json» нет сертификатов PEM\.$/],
		[one({ api: "claude" }), /^servers\.0\.api: нужно openai или gigachat/],
		[one({ api: "gigachat" }), /^servers\.0: для gigachat нужен apiKeyEnv/],
		[one({ api: "gigachat", scope: "ALL" }), /^servers\.0\.scope: нужно одно из: GIGACHAT_API_PERS/],
		[one({ effortParam: "effort" }), /^servers\.0\.effortParam: нужно одно из: reasoning_effort, /],
		[one({ maxTokensParam: "limit" }), /^servers\.0\.maxTokensParam: нужно max_tokens или/],
		[one({}, { effort: ["high"] }), /^servers\.0\.models\.0\.effort\S*: нужны два слова сервера/],
		[one({}, { contextTokens: "many" }), /^servers\.0\.models\.0\.contextTokens: нужно целое число/],
		[{ servers: [...one().servers, ...one().servers] }, /^id моделей повторяются/],
		[one({}, { spare: "b" }), /^запасной модели «b» для «a» нет среди других\.$/],
		[one({}, { spare: "a" }), /^запасной модели «a» для «a» нет среди других\.$/],
		[
			withSpare({ crossBorder: true }, { spare: "b" }),
			/^запасная модель «b» за границей, а «a» — нет: о передаче за границу людей не предупредят\.$/,
		],
		[withSpare({}, { spare: "b", sees: true }), /^«a» принимает картинки, а запасная модель «b» — нет\.$/],
	])("stops the start with a sentence: %j", (content, sentence) => {
		expect(problems(content)[0]).toMatch(sentence);
	});
});

describe("where models come from", () => {
	const faq: Provider = { stream: () => (async function* () {})() };
	test("the file, unless MODEL_BASE_URL is set; a named file that is not there stops the start", async () => {
		const path = file(one());
		const settings = readConfig({ MODELS_FILE: path }).model;
		expect((await loadModels(settings, { faq })).models.map(({ id }) => id)).toEqual(["a"]);
		const env = { MODELS_FILE: path, MODEL_BASE_URL: "http://127.0.0.1:9/v1", MODELS: "b" };
		const both = await loadModels(readConfig(env).model, { faq });
		expect(both.models.map(({ id }) => id)).toEqual(["b"]);
		expect(() => readConfig({ MODELS_FILE: join(folder, "none.json") })).toThrow(ConfigError);
	});
});
