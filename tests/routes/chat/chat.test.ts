import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { DEFAULT_ANSWER } from "../../support/fakes/fake-model-text.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let instance: Instance;
let model: FakeModel;
/** Signed in; a new one for each test, because one account has few answers at once. */
let anna: Person;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODELS: "test-model" } });
});
beforeEach(async () => {
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

type SentEvent = { id: number; kind: string; data: Record<string, unknown> };

/** Reads a live answer to its end, or until `enough` says so. */
async function follow(
	person: Person,
	answerId: string,
	init: RequestInit = {},
	enough = (_: SentEvent[]) => false,
) {
	const response = await person.fetch(`/chat/events?answer=${answerId}`, init);
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	const events: SentEvent[] = [];
	let text = "";
	while (reader && !enough(events)) {
		const { value, done } = await reader.read();
		if (done) break;
		text += value;
		for (let at = text.indexOf("\n\n"); at >= 0; at = text.indexOf("\n\n")) {
			const [, id, kind, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/s.exec(text.slice(0, at)) ?? [];
			if (kind && data) events.push({ id: Number(id), kind, data: JSON.parse(data) });
			text = text.slice(at + 2);
		}
	}
	await reader?.cancel().catch(() => {});
	return { response, events };
}

const ended = async (person: Person, answerId: string) => (await follow(person, answerId)).events.at(-1);

describe("asking", () => {
	test("a question is answered by a redirect to its conversation, and the page shows both", async () => {
		const { conversationId, answerId } = await anna.ask("Как заварить чай?");
		expect(await ended(anna, answerId)).toMatchObject({ kind: "end", data: { state: "done" } });
		const page = await (await anna.fetch(`/chat?c=${conversationId}`)).text();
		expect(page).toContain("Как заварить чай?");
		expect(page).toContain('data-role="assistant" data-state="done"');
		expect(page).toContain("Хороший чай требует");
		expect(DEFAULT_ANSWER).toContain("Хороший чай требует");
	});

	test("the same form twice is one question", async () => {
		const fields = { intent: "ask", promptId: crypto.randomUUID(), conversationId: "", text: "Раз" };
		const [one, two] = [await anna.post("/chat", fields), await anna.post("/chat", fields)];
		expect([one.status, two.status]).toEqual([303, 303]);
		expect(two.headers.get("Location")).toBe(one.headers.get("Location"));
	});

	test("the same id with another text is 409, and the text comes back under a fresh id", async () => {
		const fields = { intent: "ask", promptId: crypto.randomUUID(), conversationId: "", text: "Раз" };
		await anna.post("/chat", fields);
		const refused = await anna.post("/chat", { ...fields, text: "Совсем другой текст" });
		const page = await refused.text();
		expect(refused.status).toBe(409);
		expect(page).toMatch(/<textarea[^>]*>Совсем другой текст<\/textarea>/);
		expect(/name="promptId" value="([\w-]+)"/.exec(page)?.[1]).not.toBe(fields.promptId);
	});

	test.each([
		["empty", " \n ", "Напишите сообщение"],
		["too long", "я".repeat(32_001), "Сообщение длиннее лимита на 1 символ"],
	])("%s text is 400 with a sentence, and stays typed", async (_case, text, sentence) => {
		const refused = await anna.post("/chat", {
			intent: "ask",
			promptId: crypto.randomUUID(),
			conversationId: "",
			text,
		});
		const page = await refused.text();
		expect(refused.status).toBe(400);
		expect(page).toContain(sentence);
		if (text.trim()) expect(page).toContain(`>${text}</textarea>`);
	});

	test("the limit counts LF line ends and is reached exactly; emoji count as two", async () => {
		const text = `${"😀".repeat(10)}${"а\r\n".repeat(100)}`;
		const padded = text + "б".repeat(32_000 - text.replaceAll("\r\n", "\n").length);
		const asked = await anna.post("/chat", {
			intent: "ask",
			promptId: crypto.randomUUID(),
			conversationId: "",
			text: padded,
		});
		expect(asked.status).toBe(303);
	});

	test("a model that is not offered is refused with the text kept", async () => {
		const refused = await anna.post("/chat", {
			intent: "ask",
			promptId: crypto.randomUUID(),
			conversationId: "",
			text: "Вопрос",
			model: "no-such",
		});
		expect(refused.status).toBe(400);
		expect(await refused.text()).toContain("Выбранной модели больше нет");
	});

	test("a form with odd or doubled fields is 400 and no more", async () => {
		const odd = new URLSearchParams("intent=ask&promptId=1&promptId=2&text[]=x&__proto__=y");
		const response = await anna.fetch("/chat", {
			method: "POST",
			body: odd,
			headers: { Origin: instance.url },
		});
		expect(response.status).toBe(400);
	});

	test("whoever asks too often is told when to ask again, and keeps the text", async () => {
		const hasty = await new Person(instance).register();
		const send = async () => {
			const response = await hasty.post("/chat", {
				intent: "ask",
				promptId: crypto.randomUUID(),
				conversationId: "",
				text: "Ещё",
				model: "",
			});
			const after = response.headers.get("Retry-After") ?? "";
			return { status: response.status, after, page: await response.text() };
		};
		// At once: one in three seconds may be asked, and one after another they would take that long on a busy machine.
		const sent = await Promise.all(Array.from({ length: 40 }, send));
		const refused = sent.find(({ after }) => /^[123]$/.test(after));
		expect(refused?.status).toBe(429);
		expect(refused?.page).toContain(">Ещё</textarea>");
	});
});

describe("the live answer", () => {
	test("is an event stream that nothing stores or repacks, with an id on each event", async () => {
		const { answerId } = await anna.ask("сценарий:slow:30:20");
		const { response, events } = await follow(anna, answerId);
		expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
		expect(response.headers.get("Cache-Control")).toContain("no-store");
		expect(response.headers.get("Content-Encoding")).toBeNull();
		expect(events.at(-1)).toMatchObject({ kind: "end", data: { state: "done" } });
		expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted((a, b) => a - b));
	});

	test("resumes after Last-Event-ID without saying anything twice", async () => {
		const { answerId } = await anna.ask("сценарий:slow:30:40");
		const first = await follow(anna, answerId, {}, (events) => events.length >= 3);
		const cursor = first.events.at(-1)?.id ?? 0;
		const rest = await follow(anna, answerId, { headers: { "Last-Event-ID": String(cursor) } });
		const said = [...first.events, ...rest.events]
			.map(({ data }) => data.append ?? (Array.isArray(data.set) ? data.set.slice(2).join("") : ""))
			.join("");
		expect(said.match(/Предложение номер 1 /g)).toHaveLength(1);
		expect(said.trim().endsWith("Предложение номер 40 этого длинного ответа.")).toBe(true);
	});

	test("a stop from another page ends it", async () => {
		const { answerId } = await anna.ask("сценарий:slow:100:3000");
		const reading = follow(anna, answerId);
		expect((await anna.post("/chat/stop", { answerId })).status).toBe(303);
		expect((await reading).events.at(-1)).toMatchObject({ kind: "end", data: { state: "stopped" } });
	});
});

describe("check 40: another person's things are 404, as unknown ones are", () => {
	test("conversation, answer, stop, going on", async () => {
		const { conversationId, answerId } = await anna.ask("Моё");
		await ended(anna, answerId);
		const boris = await new Person(instance).register();
		const attempts = await Promise.all([
			boris.fetch(`/chat?c=${conversationId}`),
			boris.fetch(`/chat.data?c=${conversationId}`),
			boris.fetch(`/chat/events?answer=${answerId}`),
			boris.fetch("/chat/events?answer=unknown"),
			boris.post("/chat/stop", { answerId }),
			boris.post("/chat", { intent: "regenerate", answerId, attemptId: crypto.randomUUID() }),
			boris.post("/chat", { intent: "continue", answerId }),
			boris.post("/chat", { intent: "ask", promptId: crypto.randomUUID(), conversationId, text: "Чужое" }),
		]);
		expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404));
	});
});

test("check 30: a question from another site is refused and not asked", async () => {
	const before = model.requests.length;
	for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, {}] as Record<
		string,
		string
	>[]) {
		for (const path of ["/chat", "/chat.data", "/chat/stop", "/logout"]) {
			const body = new URLSearchParams({
				intent: "ask",
				promptId: crypto.randomUUID(),
				text: "Чужой вопрос",
			});
			const response = await anna.fetch(path, { method: "POST", body, headers });
			expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true]);
		}
	}
	expect(model.requests.length).toBe(before);
});
