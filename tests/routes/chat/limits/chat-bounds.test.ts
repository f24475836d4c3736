import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../../support/instance.ts";
import { Person } from "../../../support/person.ts";

const KEY = "key-of-the-operator-0123456789";
let instance: Instance;
/**
 * Gives a silent model up soon, but not while the model's first words wait for a machine that stands still; what does not
 * test silence asks `instance`, whose patience outlasts a busy machine.
 */
let impatient: Instance;
let model: FakeModel;
let anna: Person;
beforeAll(async () => {
	model = await startFakeModel();
	const env = {
		MODEL_BASE_URL: model.url,
		MODELS: "test-model",
		MODEL_API_KEY: KEY,
		MODEL_TITLES: "0",
		LIVE_ANSWERS: "4",
	};
	[instance, impatient] = await Promise.all([
		startInstance({ env }),
		startInstance({ env: { ...env, MODEL_IDLE_TIMEOUT_MS: "10000" } }),
	]);
});
beforeEach(async () => {
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await instance?.stop();
	await impatient?.stop();
	await model?.stop();
});

const ask = (person: Person, text: string, conversationId = "") =>
	person.post("/chat", { intent: "ask", promptId: crypto.randomUUID(), conversationId, text });

const stopAll = async (person: Person) => {
	const list = await (await person.fetch("/chat")).text();
	for (const [, id] of list.matchAll(/\?c=([\w-]{36})/g)) {
		const page = await (await person.fetch(`/chat?c=${id}`)).text();
		const answerId = /data-message-id="([\w-]+)" data-role="assistant" data-state="writing"/.exec(page)?.[1];
		if (answerId) await person.post("/chat/stop", { answerId });
	}
};

const ended = (person: Person, conversationId: string) =>
	vi.waitFor(
		async () => {
			const page = await (await person.fetch(`/chat?c=${conversationId}`)).text();
			expect(page).not.toContain('data-state="writing"');
			return page;
		},
		{ interval: 50 },
	);

describe("check 48: sizes and counts", () => {
	test.each([
		["letters", "a", 1],
		["Cyrillic letters, six bytes each in a form", "я", 1],
		["ideographs, nine bytes each in a form", "水", 1],
		["emoji, twelve bytes and two units each", "😀", 2],
	])("a prompt of %s: up to the limit it is asked, past it not", async (_name, letter, units) => {
		const before = model.requests.length;
		const full = letter.repeat(32_000 / units);
		for (const text of [full.slice(letter.length), full]) {
			const asked = await ask(anna, text);
			expect(asked.status).toBe(303);
			await ended(anna, /c=([\w-]+)/.exec(asked.headers.get("Location") ?? "")?.[1] ?? "");
		}
		expect(model.requests.slice(before).map(({ messages }) => messages[0]?.content.length)).toEqual([
			32_000 - units,
			32_000,
		]);
		const refused = await ask(anna, `${full}!`);
		expect([refused.status, model.requests.length - before]).toEqual([400, 2]);
		expect(await refused.text()).toContain("Сообщение длиннее лимита на 1 символ");
	});

	// A pattern that goes over the text again and again would not be done within the test.
	test("check 54: a prompt and a search of nothing but one character are done like any other", async () => {
		for (const character of ["[", "*", "(", "`", "_", "\\", "~", "<", ">", "|", "$"]) {
			const asked = await ask(anna, character.repeat(32_000));
			expect([character, asked.status]).toEqual([character, 303]);
			await ended(anna, /c=([\w-]+)/.exec(asked.headers.get("Location") ?? "")?.[1] ?? "");
			const found = await anna.fetch(`/chat?q=${encodeURIComponent(character.repeat(2_000))}`);
			expect([character, found.status]).toEqual([character, 200]);
		}
	});

	test("a body beyond 512 KB is refused before it is read", async () => {
		const before = model.requests.length;
		const refused = await ask(anna, "x".repeat(520 * 1024));
		expect([refused.status, model.requests.length - before]).toEqual([413, 0]);
	});

	test("ten questions at once: three are asked, seven are refused with the text kept; the server has room for four", async () => {
		const before = model.requests.length;
		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, i) => ask(anna, `сценарий:slow:50:4000 номер ${i}`)),
		);
		const refused = answers.filter(({ status }) => status !== 303);
		expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(429));
		for (const one of refused) {
			expect(one.headers.get("Retry-After")).toMatch(/^\d+$/);
			const page = await one.text();
			expect(page).toContain("Сразу пишутся три ответа");
			expect(page).toMatch(/<textarea[^>]*>сценарий:slow:50:4000 номер \d<\/textarea>/);
		}
		await vi.waitFor(() => expect(model.requests.length - before).toBe(3));

		// Past what the process can write, a question is refused before it is taken.
		const boris = await new Person(instance).register();
		expect((await ask(boris, "сценарий:slow:50:4000 четвёртый")).status).toBe(303);
		const full = await ask(boris, "Пятый вопрос");
		expect([full.status, full.headers.get("Retry-After")]).toEqual([503, "10"]);
		const page = await full.text();
		expect(page).toContain("Сейчас пишется слишком много ответов");
		expect(page).toContain(">Пятый вопрос</textarea>");
		expect(await (await boris.fetch("/chat")).text()).not.toContain("Пятый вопрос");
		await vi.waitFor(() => expect(model.requests.length - before).toBe(4));
		await stopAll(anna);
		await stopAll(boris);
		await vi.waitFor(async () => expect((await ask(boris, "Шестой вопрос")).status).toBe(303));
	});
});

describe("check 49: a model that fails", () => {
	const secrets = ["sk-fake-upstream-secret", "upstream-secret", KEY];
	const upstreamWords = [...secrets, "10.0.0.7", "Internal error", "maximum context", "Rate limit", "died"];

	test.each([
		["error-500", "failed", "Модель недоступна. Сообщение сохранено и не списано.", "Повторить"],
		["rate-limited", "failed", "Модель сейчас перегружена", "Повторить"],
		["refused", "failed", "Модель отклонила запрос", "Повторить"],
		["model-missing", "failed", "Модели больше нет", "Повторить"],
		["context-too-long", "failed", "Переписка не помещается в память модели", "Повторить"],
		["empty", "failed", "Модель прислала пустой ответ", "Повторить"],
		["reasoning-only", "failed", "Модель прислала пустой ответ", "Повторить"],
		["hang", "failed", "Модель не ответила вовремя", "Повторить"],
		["hang-midway", "interrupted", "Связь с моделью пропала. Написанное сохранено.", "Продолжить"],
		["cut-off", "interrupted", "Связь с моделью пропала. Написанное сохранено.", "Продолжить"],
		["broken-off", "interrupted", "Связь с моделью пропала. Написанное сохранено.", "Продолжить"],
		["error-in-stream", "interrupted", "Связь с моделью пропала. Написанное сохранено.", "Продолжить"],
		["length", "done", "Достигнут предел длины", "Продолжить"],
		["filtered", "done", "Модель не стала отвечать", ""],
		["filtered", "done", "Модель не стала отвечать дальше", ""],
		["reasoning-length", "failed", "Модель рассуждала до предела длины и не успела ответить.", "Повторить"],
	])("«%s» is %s, said in plain words with a way on", async (scenario, state, words, wayOn) => {
		const isSilent = scenario.startsWith("hang");
		const server = isSilent ? impatient : instance;
		const person = isSilent ? await new Person(impatient).register() : anna;
		const { conversationId } = await person.ask(`сценарий:${scenario}`);
		const page = await ended(person, conversationId);
		expect(page).toContain(`data-role="assistant" data-state="${state}"`);
		expect(page).toContain(words);
		if (wayOn) expect(page).toMatch(new RegExp(`<button[^>]*type="submit"[^>]*>(?:(?!</button>).)*${wayOn}`));
		for (const word of upstreamWords) expect(page).not.toContain(word);
		for (const secret of secrets) expect(server.logs().includes(secret)).toBe(false);
		expect(server.logs().includes(`сценарий:${scenario}`)).toBe(false);
	});

	test("a stop reaches the model's server", async () => {
		const { answerId, conversationId } = await anna.ask("сценарий:slow:50:4000");
		await vi.waitFor(async () =>
			expect(await (await anna.fetch(`/chat?c=${conversationId}`)).text()).toContain("номер 1 "),
		);
		const before = model.abortedCount;
		await anna.post("/chat/stop", { answerId });
		await vi.waitFor(() => expect(model.abortedCount).toBe(before + 1), { interval: 10 });
		expect(await ended(anna, conversationId)).toContain("Вы остановили ответ");
	});

	test("a reader who goes away stops nothing: the answer is written to its end", async () => {
		const before = model.abortedCount;
		const { answerId, conversationId } = await anna.ask("сценарий:slow:20:20");
		const leaving = new AbortController();
		const response = await anna.fetch(`/chat/events?answer=${answerId}`, { signal: leaving.signal });
		await response.body?.getReader().read();
		leaving.abort();
		expect(await ended(anna, conversationId)).toContain("Предложение номер 20 ");
		expect(model.abortedCount).toBe(before);
	});
});

test("a server short of memory takes no question, keeps its text, says so in its log, and serves everything else", async () => {
	const short = await startInstance({
		env: { MODEL_BASE_URL: model.url, MODELS: "test-model", MEMORY_LIMIT_MB: "1" },
	});
	try {
		const vera = await new Person(short).register();
		const before = model.requests.length;
		const refused = await ask(vera, "Вопрос без памяти");
		expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "10"]);
		expect(await refused.text()).toContain(">Вопрос без памяти</textarea>");
		expect(model.requests.length).toBe(before);
		expect((await vera.fetch("/chat")).status).toBe(200);
		expect(short.logs()).toContain("Память на исходе");
	} finally {
		await short.stop();
	}
});

test("while a model is down its spare answers; the page names both, and one message is charged", async () => {
	const [first, second] = [await startFakeModel(), await startFakeModel()];
	const folder = mkdtempSync(join(tmpdir(), "spare-"));
	const MODELS_FILE = join(folder, "models.json");
	const models = [
		{ baseUrl: first.url, models: [{ id: "one", title: "Первая", spare: "two" }] },
		{ baseUrl: second.url, models: [{ id: "two", title: "Вторая" }] },
	];
	writeFileSync(MODELS_FILE, JSON.stringify({ servers: models }));
	const instance = await startInstance({ env: { MODELS_FILE, MODEL_TITLES: "0" } });
	onTestFinished(async () => {
		await instance.stop();
		await first.stop();
		await second.stop();
		rmSync(folder, { recursive: true });
	});
	const anna = await new Person(instance).register();
	first.script("error-500");
	const { conversationId } = await anna.ask("Вопрос");
	const page = async () => (await anna.fetch(`/chat?c=${conversationId}`)).text();
	await expect.poll(async () => (await page()).includes('data-state="done"')).toBe(true);
	const text = (await page()).replace(/<[^>]+>/g, "").replaceAll("\u00a0", " ");
	expect(text.includes("Модель «Первая» сейчас недоступна, отвечает запасная — «Вторая».")).toBe(true);
	expect(text.includes("1 из 30")).toBe(true);
	expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
});
