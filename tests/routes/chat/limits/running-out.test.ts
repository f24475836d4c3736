import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { type Instance, runInstance, startInstance } from "../../../support/instance.ts";
import { Person } from "../../../support/person.ts";
import { plansFile, plansFileOf } from "../../../support/plans-file.ts";

const MODELS = { MODELS: "small,large", MODEL_TITLES: "0" };
let instance: Instance;
let model: FakeModel;
let anna: Person;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({
		env: {
			...MODELS,
			MODEL_BASE_URL: model.url,
			PLANS_FILE: plansFile({ quota: { messages: 2, everyDays: 1 }, models: ["small"] }),
		},
	});
});
beforeEach(async () => {
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

const textOf = (html: string) => html.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " ");
const readChat = async (at = "/chat") => (await anna.fetch(at)).text();

function question(text: string, fields: Record<string, string> = {}) {
	return {
		intent: "ask",
		promptId: crypto.randomUUID(),
		conversationId: "",
		text,
		unscripted: "1",
		...fields,
	};
}

/** Asks and waits until the answer has ended. */
async function exchange(text: string): Promise<string> {
	const { conversationId } = await anna.ask(text);
	const at = `/chat?c=${conversationId}`;
	while ((await readChat(at)).includes('data-state="writing"')) await wait(50);
	return at;
}

describe("the last message of a day", () => {
	test("the chat says what is left; when nothing is, when it returns and where there is more", async () => {
		expect(textOf(await readChat())).toContain("Осталось 2 из 2");
		await exchange("Раз");
		expect(textOf(await readChat())).toContain("Осталось 1 из 2");
		await exchange("Два");
		const page = await readChat();
		expect(textOf(page)).toContain("Сообщения на сегодня закончились");
		expect(textOf(page)).toContain("Лимит обновится завтра. Черновик и история сохранены.");
		expect(page).toMatch(/<a[^>]*href="\/payment"[^>]*>Посмотреть тарифы/);
		expect(page).toContain('data-tone="error"');
	});

	test("a question that comes too late is refused until tomorrow, its text stays, and nothing is recorded", async () => {
		await exchange("Раз");
		const at = await exchange("Два");
		const refused = await anna.post(
			at,
			question("Этого я не хочу печатать заново", { conversationId: at.slice(8) }),
		);
		expect(refused.status).toBe(429);
		const retryAfter = Number(refused.headers.get("Retry-After"));
		expect(retryAfter).toBeGreaterThan(0);
		expect(retryAfter).toBeLessThanOrEqual(86_400);
		const page = await refused.text();
		expect(textOf(page)).toContain("Сообщения на сегодня закончились");
		expect(page).toMatch(/<textarea[^>]*name="text"[^>]*>Этого я не хочу печатать заново<\/textarea>/);
		expect(await readChat(at)).not.toContain("Этого я не хочу");
		expect(model.requests.some(({ messages }) => JSON.stringify(messages).includes("Этого я не хочу"))).toBe(
			false,
		);
	});

	test("an edited question and a new version are refused as well, and their text stays", async () => {
		await exchange("Раз");
		const at = await exchange("Два");
		const page = await readChat(at);
		const [, promptId = ""] = /data-message-id="([\w-]+)" data-role="user"/.exec(page) ?? [];
		const [, answerId = ""] = /data-message-id="([\w-]+)" data-role="assistant"/.exec(page) ?? [];
		const edited = await anna.post(`${at}&do=edit&m=${promptId}`, {
			intent: "edit",
			promptId: crypto.randomUUID(),
			editOf: promptId,
			text: "Два, но иначе",
			unscripted: "1",
		});
		expect(edited.status).toBe(429);
		expect(await edited.text()).toMatch(/>Два, но иначе<\/textarea>/);
		const again = await anna.post(at, {
			intent: "regenerate",
			answerId,
			attemptId: crypto.randomUUID(),
			unscripted: "1",
		});
		expect([again.status, textOf(await again.text())]).toEqual([
			429,
			expect.stringContaining("Сообщения на сегодня закончились"),
		]);
	});

	test("an answer that failed leaves the message where it was", async () => {
		await exchange("Раз");
		await exchange("сценарий:error-500");
		expect(textOf(await readChat())).toContain("Осталось 1 из 2");
	});

	test("check 57: twenty sends at once with one message left: one is accepted and one reaches the model", async () => {
		await exchange("Раз");
		const before = model.requests.length;
		const sent = await Promise.all(
			Array.from({ length: 20 }, (_, i) => anna.post("/chat", question(`Гонка ${i}`))),
		);
		const accepted = sent.filter(({ status }) => status === 303);
		expect(accepted).toHaveLength(1);
		expect(sent.filter(({ status }) => status === 429)).toHaveLength(19);
		// All were answered before: when the one has ended, another would have reached the model as well.
		const at = accepted[0]?.headers.get("Location") ?? "";
		await expect.poll(() => readChat(at)).toContain('data-state="done"');
		expect(model.requests.length - before).toBe(1);
		expect(textOf(await readChat())).toContain("Сообщения на сегодня закончились");
	});
});

describe("an account that is deleted with its messages used, and registered again", () => {
	const leave = () =>
		anna.post("/account?do=delete", {
			intent: "delete",
			confirm: "on",
			currentPassword: anna.password,
			code: "",
		});

	test("has none until the day turns, however often, and says so; another mailbox has its own", async () => {
		await exchange("Раз");
		await exchange("Два");
		const before = model.requests.length;
		for (let i = 0; i < 2; i++) {
			expect((await leave()).status).toBe(303);
			anna = await new Person(instance, anna.email).register();
			const page = textOf(await readChat());
			expect(page).toContain("Сообщения на сегодня закончились");
			expect(page).toMatch(/2\s*из 2/);
			const refused = await anna.post("/chat", question("Ещё раз"));
			expect(refused.status).toBe(429);
			expect(await refused.text()).toMatch(/>Ещё раз<\/textarea>/);
		}
		expect(model.requests.length).toBe(before);
		anna = await new Person(instance).register();
		expect(textOf(await readChat())).toContain("Осталось 2 из 2");
	});

	test("in mid-answer: the answer counts, and the model is stopped", async () => {
		const aborted = model.abortedCount;
		await anna.ask("сценарий:slow:50:4000");
		await expect.poll(() => model.requests.at(-1)?.messages.at(-1)?.content).toContain("slow");
		expect((await leave()).status).toBe(303);
		await expect.poll(() => model.abortedCount).toBe(aborted + 1);
		anna = await new Person(instance, anna.email).register();
		expect(textOf(await readChat())).toContain("Осталось 1 из 2");
	});
});

describe("a plan that names its models", () => {
	test("offers those, answers by the first of them, and takes no other from the form", async () => {
		expect(await readChat()).not.toMatch(/<option[^>]*value="large"/);
		await exchange("Раз");
		expect(model.requests.at(-1)?.model).toBe("small");
		const refused = await anna.post("/chat", question("Два", { model: "large" }));
		expect(refused.status).toBe(400);
		const page = await refused.text();
		expect(textOf(page)).toContain("Эта модель не входит в ваш тариф");
		expect(page).toMatch(/>Два<\/textarea>/);
		const unknown = await anna.post("/chat", question("Два", { model: "none" }));
		expect(textOf(await unknown.text())).toContain("Выбранной модели больше нет");
	});

	test("does not go on with an answer of another plan's model for its own messages", async () => {
		const { conversationId, answerId } = await anna.ask("сценарий:length");
		const at = `/chat?c=${conversationId}`;
		await expect.poll(() => readChat(at)).not.toContain('data-state="writing"');
		// As if a paid plan had been there, and were over.
		const db = new DatabaseSync(join(instance.dataDir, "sobesednik.db"), { timeout: 60_000 });
		db.prepare("update answers set model = 'large' where id = ?").run(answerId);
		db.close();
		const before = model.requests.length;
		const refused = await anna.post(at, {
			intent: "continue",
			answerId,
			attemptId: crypto.randomUUID(),
			unscripted: "1",
		});
		expect(refused.status).toBe(400);
		expect(textOf(await refused.text())).toContain("Модель этого ответа не входит в ваш тариф.");
		expect(model.requests.length).toBe(before);
		expect(textOf(await readChat())).toContain("Осталось 1 из 2");
	});
});

describe("a mistake in the file of plans", () => {
	test.each([
		["a file that is not there", "/nowhere/plans.json", "PLANS_FILE: файла «/nowhere/plans.json» нет."],
		[
			"a price with a point",
			plansFileOf([{ key: "start", price: 0.5 }]),
			"тариф 1, price: нужна цена в копейках",
		],
		["a model that is not there", plansFile({ models: ["larg"] }), "Тариф «start»: модели «larg» нет"],
	])("%s stops the start with a sentence", async (_what, file, sentence) => {
		const env = { ...MODELS, MODEL_BASE_URL: model.url, PLANS_FILE: file };
		const { code, logs } = await runInstance({ env: { ...env, DATA_DIR: instance.dataDir, PORT: "1" } });
		expect([code, logs]).toEqual([1, expect.stringContaining(sentence)]);
	});
});
