import { describe, expect, test } from "vitest";
import { CONTINUE_INSTRUCTION } from "../../../app/chat/context/continuation.server.ts";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import { faqProviderWith } from "../../../app/chat/providers/faq-provider.server.ts";
import type { ChatMessage, ProviderEvent } from "../../../app/chat/providers/provider.server.ts";
import { listPages } from "../../../app/knowledge/pages.server.ts";

async function answer(
	messages: ChatMessage[],
	signal = new AbortController().signal,
): Promise<ProviderEvent[]> {
	const events: ProviderEvent[] = [];
	for await (const event of faqProviderWith(0).stream({ model: "handbook", messages, user: "x" }, signal)) {
		events.push(event);
	}
	return events;
}

const user = (content: string): ChatMessage => ({ role: "user", content });
const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
const textOf = (events: ProviderEvent[]) =>
	events.map((event) => (event.kind === "text" ? event.text : "")).join("");
const QUESTION = user("Что будет, если закрыть вкладку?");

describe("the FAQ provider", () => {
	test("says first that no model is connected, then quotes what it has found, with links to it", async () => {
		const events = await answer([QUESTION]);
		const text = textOf(events);
		expect(text.split("\n")[0]).toContain("не\u00a0подключена языковая модель");
		expect(text).toContain("](/FAQ#closed-tab)**");
		expect(text).toContain("> Ничего страшного.");
		expect(events.at(-1)).toEqual({ kind: "end", finish: "stop" });
	});

	test("its links stay links of this site on the screen", async () => {
		const trees = JSON.stringify(renderMarkdown(textOf(await answer([QUESTION]))));
		expect(trees).toContain('["a",{"href":"/FAQ#closed-tab"}');
		expect(trees).toContain('["a",{"href":"/FAQ"}');
	});

	test("says when it does not know, and offers what it knows", async () => {
		for (const question of ["Как сварить борщ?", "Напишите стих о весне", "Привет", ""]) {
			const text = textOf(await answer([user(question)]));
			expect(text).toContain("ничего нет");
			expect(text).not.toContain("> ");
			expect(text).toContain(`/FAQ#${listPages()[0]?.slug}`);
		}
	});

	test("answers the last question of a conversation", async () => {
		const text = textOf(await answer([QUESTION, assistant("Ответ"), user("А как включить тёмную тему?")]));
		expect(text).toContain("/FAQ#dark-theme");
		expect(text).not.toContain("/FAQ#closed-tab");
	});

	test("speaks in many small pieces", async () => {
		const pieces = (await answer([QUESTION])).filter((event) => event.kind === "text");
		expect(pieces.length).toBeGreaterThan(20);
		for (const { text } of pieces) expect(text.length).toBeLessThan(60);
	});

	test("goes on from where it was broken off", async () => {
		const whole = textOf(await answer([QUESTION]));
		const soFar = whole.slice(0, 150);
		const rest = textOf(await answer([QUESTION, assistant(soFar), user(CONTINUE_INSTRUCTION)]));
		expect(soFar + rest).toBe(whole);
	});

	test("a new question after a stopped answer is a new question", async () => {
		const whole = textOf(await answer([QUESTION]));
		expect(textOf(await answer([QUESTION, assistant(whole.slice(0, 150)), QUESTION]))).toBe(whole);
	});

	test("falls silent at once when it is stopped, without an end", async () => {
		const controller = new AbortController();
		const events: ProviderEvent[] = [];
		const request = { model: "handbook", messages: [QUESTION], user: "x" };
		for await (const event of faqProviderWith(0).stream(request, controller.signal)) {
			events.push(event);
			if (events.length === 3) controller.abort("stop");
		}
		expect(events.map(({ kind }) => kind)).toEqual(["text", "text", "text"]);
		expect(await answer([QUESTION], AbortSignal.abort("stop"))).toEqual([]);
	});
});
