import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { loadModels } from "../../../app/chat/providers/catalogue.server.ts";
import { modelTitle } from "../../../app/chat/providers/model-title.server.ts";
import type { Provider } from "../../../app/chat/providers/provider.server.ts";
import { ConfigError, readConfig } from "../../../app/platform/config.server.ts";
import { isCrossBorder } from "../../../app/platform/cross-border-host.server.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { type FakeHandler, json, startHttpFake } from "../../support/fakes/http-fake.ts";

const faq: Provider = { stream: () => (async function* () {})() };
const NOBODY = "http://127.0.0.1:9";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const stop of stops.splice(0)) await stop();
});

async function fakeModel(models?: string[]) {
	const fake = await startFakeModel({ models });
	stops.push(fake.stop);
	return fake;
}
async function httpFake(handler: FakeHandler) {
	const fake = await startHttpFake(handler);
	stops.push(fake.stop);
	return fake;
}
const load = (env: Record<string, string>, ollamaUrl = NOBODY) =>
	loadModels(readConfig(env).model, { faq, ollamaUrl });

describe("10: a configured server and its list of models", () => {
	test("with MODELS is not asked: its models are known, in their order, each once", async () => {
		const { source, models } = await load({
			MODEL_BASE_URL: `${NOBODY}/v1`,
			MODELS: "qwen3:8b, yandexgpt,qwen3:8b",
		});
		expect(source).toBe("configured");
		expect(models.map(({ id, title, crossBorder }) => ({ id, title, crossBorder }))).toEqual([
			{ id: "qwen3:8b", title: "qwen3:8b", crossBorder: false },
			{ id: "yandexgpt", title: "yandexgpt", crossBorder: false },
		]);
	});

	test("answers through the catalogue's provider", async () => {
		const fake = await fakeModel();
		const { models } = await load({ MODEL_BASE_URL: fake.url, MODEL_API_KEY: "k-1", MODELS: "one" });
		const messages = [{ role: "user" as const, content: "сценарий:no-usage" }];
		const question = { model: "one", messages, user: "u" };
		const kinds = new Set<string>();
		for await (const { kind } of models[0]?.provider.stream(question, new AbortController().signal) ?? []) {
			kinds.add(kind);
		}
		expect([...kinds]).toEqual(["text", "end"]);
		expect(fake.headers[0]?.authorization).toBe("Bearer k-1");
		expect(fake.headers[0]).not.toHaveProperty("openai-project");
	});

	test("may be GigaChat: its key is all that it takes, and its models may call tools", async () => {
		const key = Buffer.from("client:secret").toString("base64");
		const { source, models } = await load({ GIGACHAT_CREDENTIALS: key, MODEL_TOOLS: "1" });
		expect(source).toBe("configured");
		expect(models.map(({ id, crossBorder, sees, tools }) => ({ id, crossBorder, sees, tools }))).toEqual([
			{ id: "GigaChat-2-Max", crossBorder: false, sees: false, tools: true },
		]);
		const two = await load({ GIGACHAT_CREDENTIALS: key, GIGACHAT_MODELS: "GigaChat-2, GigaChat-2-Pro" });
		expect(two.models.map(({ id }) => id)).toEqual(["GigaChat-2", "GigaChat-2-Pro"]);
		const problemsOf = (env: Record<string, string>) => {
			try {
				readConfig(env);
			} catch (error) {
				return (error as ConfigError).problems.join();
			}
			return "";
		};
		expect(problemsOf({ GIGACHAT_CREDENTIALS: "мой ключ" })).toContain("нужен ключ авторизации");
		expect(problemsOf({ GIGACHAT_CREDENTIALS: key, GIGACHAT_SCOPE: "ALL" })).toContain("GIGACHAT_API_B2B");
		expect(problemsOf({ GIGACHAT_CREDENTIALS: key, MODEL_BASE_URL: "http://a/v1" })).toContain(
			"заданы вместе",
		);
		expect(problemsOf({ GIGACHAT_CREDENTIALS: key, GIGACHAT_CA_FILE: "/no/such.pem" })).toContain("нет");
		expect(problemsOf({ GIGACHAT_CREDENTIALS: key, GIGACHAT_CA_FILE: "package.json" })).toContain("PEM");
	});

	test("of Yandex gets the folder that stands in the models' names", async () => {
		const fake = await fakeModel();
		const { models } = await load({ MODEL_BASE_URL: fake.url, MODELS: "gpt://b1gfolder/yandexgpt/latest" });
		expect(models[0]).toMatchObject({ id: "gpt://b1gfolder/yandexgpt/latest", title: "yandexgpt" });
		const question = {
			model: "x",
			messages: [{ role: "user" as const, content: "сценарий:no-usage" }],
			user: "u",
		};
		for await (const _ of models[0]?.provider.stream(question, new AbortController().signal) ?? []);
		expect(fake.headers[0]?.["openai-project"]).toBe("b1gfolder");
	});

	test("without MODELS is asked for them, with the key; what cannot talk is left out", async () => {
		const fake = await httpFake((_, response) =>
			json(response, 200, {
				data: [
					{ id: "a", max_model_len: 8_192 },
					{ id: "text-embedding-3" },
					{ id: "b", context_length: null },
					{ id: "c", context_length: "many" },
					{ nothing: true },
				],
			}),
		);
		const { models } = await load({ MODEL_BASE_URL: `${fake.url}/v1?api-version=1`, MODEL_API_KEY: "k-1" });
		expect(models.map(({ id, contextTokens }) => [id, contextTokens])).toEqual([
			["a", 8_192],
			["b", 32_768],
			["c", 32_768],
		]);
		expect(fake.requests[0]).toMatchObject({ path: "/v1/models", headers: { authorization: "Bearer k-1" } });
		expect(fake.requests[0]?.query.get("api-version")).toBe("1");
	});

	const refusals: [string, FakeHandler][] = [
		["списка моделей у него нет", (_, response) => json(response, 404, {})],
		["он не принимает ключ", (_, response) => json(response, 401, { error: "Bad key k-secret-1" })],
		["он ответил кодом 500", (_, response) => json(response, 500, {})],
		["в его списке нет ни одной", (_, response) => json(response, 200, { object: "list", data: null })],
		["в его списке нет ни одной", (_, response) => void response.end("<html>")],
	];
	for (const [why, handler] of refusals) {
		test(`without MODELS and without a list stops the start: ${why}`, async () => {
			const fake = await httpFake(handler);
			const loading = load({ MODEL_BASE_URL: fake.url, MODEL_API_KEY: "k-secret-1" });
			await expect(loading).rejects.toThrow(ConfigError);
			const message = await loading.catch((error: Error) => error.message);
			expect(message).toContain(
				`MODELS не задан, а сервер ${new URL(fake.url).host} своих моделей не назвал: ${why}.`,
			);
			expect(message).toContain("MODEL_API_KEY");
			expect(message).not.toContain("k-secret-1");
		});
	}
	test("that cannot be reached stops the start too, without the password in its address", async () => {
		const loading = load({ MODEL_BASE_URL: NOBODY.replace("//", "//user:pa55@") });
		await expect(loading).rejects.toThrow("с ним нет связи (ECONNREFUSED)");
		await expect(loading).rejects.not.toThrow("pa55");
	});
});

test("the models of MODEL_BASE_URL see where MODEL_SEES says so", async () => {
	const settings = { MODEL_BASE_URL: NOBODY, MODELS: "a" };
	expect((await load(settings)).models[0]?.sees).toBe(false);
	expect((await load({ ...settings, MODEL_SEES: "1" })).models[0]?.sees).toBe(true);
});

describe("a local Ollama", () => {
	test("is used when nothing is configured, its first model first", async () => {
		const fake = await fakeModel(["nomic-embed-text:latest", "qwen3:8b", "llama3.2:3b"]);
		// The probe has a third of a second, which a busy machine may need for it: here no time passes.
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		onTestFinished(() => void vi.useRealTimers());
		const { source, models } = await load({}, new URL(fake.url).origin);
		expect(source).toBe("ollama");
		expect(models.map(({ id, crossBorder, contextTokens }) => [id, crossBorder, contextTokens])).toEqual([
			["qwen3:8b", false, 4_096],
			["llama3.2:3b", false, 4_096],
		]);
	});
	test("is not looked for with MODEL_AUTODETECT=0", async () => {
		const fake = await httpFake((_, response) => json(response, 200, { data: [{ id: "a" }] }));
		expect((await load({ MODEL_AUTODETECT: "0" }, fake.url)).source).toBe("faq");
		expect(fake.requests).toHaveLength(0);
	});
	test("without models, or another program at its address, leaves the FAQ provider", async () => {
		const fake = await fakeModel([]);
		expect((await load({}, new URL(fake.url).origin)).source).toBe("faq");
		const other = await httpFake((_, response) => void response.writeHead(404).end("no"));
		expect((await load({}, other.url)).source).toBe("faq");
	});
	test("that does not answer does not hold the start up", async () => {
		const fake = await httpFake(() => {});
		// It never answers, so whoever waits for it waits for ever.
		expect((await load({}, fake.url)).source).toBe("faq");
	});
});

test("with no model at all the FAQ provider answers", async () => {
	expect(await load({})).toEqual({
		source: "faq",
		models: [
			{
				id: "handbook",
				title: "Справочник",
				contextTokens: expect.any(Number),
				generatesTitles: false,
				crossBorder: false,
				sees: false,
				tools: false,
				reasoningBack: "never",
				provider: faq,
			},
		],
	});
});

test("a title hides what only the operator needs to know", () => {
	expect(modelTitle("gpt://b1g0/yandexgpt-lite/latest")).toBe("yandexgpt-lite");
	expect(modelTitle("gpt://b1g0/yandexgpt/rc")).toBe("yandexgpt/rc");
	expect(modelTitle("/srv/models/Qwen3-8B-Q4_K_M.gguf")).toBe("Qwen3-8B-Q4_K_M");
	expect(modelTitle("C:\\models\\a.gguf")).toBe("a");
	expect(modelTitle("Qwen/Qwen3-8B:free")).toBe("Qwen/Qwen3-8B:free");
});

describe("crossBorder servers", () => {
	const own = [
		"localhost:11434",
		"ollama:11434",
		"127.0.0.1",
		"10.1.2.3",
		"172.16.0.1",
		"192.168.0.2:8000",
		"[::1]:8",
	];
	const russian = ["ai.api.cloud.yandex.net", "gigachat.devices.sberbank.ru", "модель.рф", "gpu.home.arpa"];
	const crossBorder = [
		"openrouter.ai",
		"api.openai.com",
		"172.32.0.1",
		"8.8.8.8",
		"example.ru.com",
		"notyandex.net",
		"[2a00::1]",
	];
	test.each([...own, ...russian])("%s is not", (host) =>
		expect(isCrossBorder(`http://${host}/v1`)).toBe(false),
	);
	test.each(crossBorder)("%s is", (host) => expect(isCrossBorder(`https://${host}/v1`)).toBe(true));
});
