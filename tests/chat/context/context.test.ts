import { describe, expect, test } from "vitest";
import {
	countTokens,
	fitContext,
	type Pair,
	pairOf,
	promptBudget,
} from "../../../app/chat/context/context.server.ts";
import { estimateTokens } from "../../../app/chat/context/estimate-tokens.server.ts";
import { textOf } from "../../../app/chat/providers/message-parts.server.ts";
import type { ChatMessage } from "../../../app/chat/providers/provider.server.ts";
import { DEFAULT_ANSWER, sentences } from "../../support/fakes/fake-model-text.ts";

describe("the estimate of tokens", () => {
	// No vocabulary is at hand. The bounds follow from the letters per token that makers of models publish:
	// English 4 to 5, Russian 2.1 (older vocabularies) to 4.2 (those made for Russian), a digit each to three at once.
	test.each([
		[
			"English prose",
			"The quick brown fox jumps over the lazy dog, and nobody in the village is surprised.",
			17,
			20,
		],
		[
			"Russian prose",
			"Мой дядя самых честных правил, когда не в шутку занемог, он уважать себя заставил.",
			20,
			40,
		],
		["digits", "3,141592653589793", 7, 17],
		["code", "for (let i = 0; i < 10; i++) {\n\tconsole.log(i);\n}", 20, 28],
		["emoji", "🦔🦔🦔", 3, 12],
		["Chinese", "今天天气很好", 4, 9],
	])("%s", (_name, text, least, most) => {
		const estimate = estimateTokens(text);
		expect(estimate).toBeGreaterThanOrEqual(least * 0.75);
		expect(estimate).toBeLessThanOrEqual(most * 1.25);
	});

	test("grows with the text and copes with a million letters of one kind", () => {
		const long = sentences(500).join("");
		expect(estimateTokens(long)).toBeGreaterThan(480 * estimateTokens(sentences(1)[0] ?? ""));
		for (const text of ["а".repeat(1_000_000), " ".repeat(1_000_000), "🦔".repeat(300_000)]) {
			expect(estimateTokens(text)).toBeGreaterThan(0);
		}
		expect(estimateTokens("")).toBe(0);
		expect(estimateTokens(DEFAULT_ANSWER)).toBeGreaterThan(150);
	});
});

describe("a conversation that is longer than the model reads", () => {
	const pair = (i: number, length = 100): Pair =>
		pairOf(`Вопрос ${i} ${"а ".repeat(length)}`, `Ответ ${i} ${"б ".repeat(length)}`);
	const pairs = Array.from({ length: 10 }, (_, i) => pair(i));
	const sizeOf = (one?: Pair) =>
		one?.messages.reduce((sum, message) => sum + estimateTokens(textOf(message)), 0) ?? 0;
	const numbers = (messages: ChatMessage[]) =>
		messages.flatMap((message) => /^(?:Вопрос|Ответ) (\d+)/.exec(textOf(message))?.[1] ?? []);

	test("that fits is told whole", () => {
		const { messages, cut } = fitContext([], pairs, [], 100_000);
		expect([messages.length, cut]).toEqual([20, 0]);
	});

	test("loses its oldest pairs, each whole, and says how many", () => {
		const size = sizeOf(pairs[0]) + 12;
		const { messages, cut, pairs: kept } = fitContext([], pairs, [], Math.ceil(3.5 * size));
		expect(numbers(messages)).toEqual(["7", "7", "8", "8", "9", "9"]);
		expect([cut, kept]).toEqual([7, 3]);
		expect(messages[0]?.role).toBe("user");
	});

	test("keeps the operator's instruction, the person's after it, the last question and what comes after it", () => {
		const tail = [{ role: "user" as const, content: "Продолжай" }];
		const { messages, cut } = fitContext([" Ты вежлив. ", "Отвечай кратко."], pairs, tail, 10);
		expect(messages[0]).toEqual({ role: "system", content: "Ты вежлив.\n\nОтвечай кратко." });
		expect(numbers(messages)).toEqual(["9", "9"]);
		expect([messages.at(-1)?.content, cut]).toEqual(["Продолжай", 9]);
	});

	test("without instructions has no empty one; what was never answered is a question alone", () => {
		const { messages } = fitContext(["", " "], [pairOf("Раз", "")], [], 100);
		expect(messages).toEqual([{ role: "user", content: "Раз" }]);
	});

	test("is cut to fewer pairs when the server says so", () => {
		expect(fitContext([], pairs, [], 100_000, 2)).toMatchObject({ pairs: 2, cut: 8 });
	});

	test("leaves room for the answer, at most a quarter", () => {
		expect([promptBudget(32_000), promptBudget(8_000), promptBudget(32_000, 500)]).toEqual([
			27_904, 6_000, 31_500,
		]);
	});
});

describe("messages of parts", () => {
	const IMAGE = { type: "image" as const, url: "data:image/png;base64,AAAA" };
	const seen: ChatMessage = {
		role: "user",
		content: [{ type: "text", text: "Что на снимке?" }, IMAGE, IMAGE],
	};
	const said: ChatMessage = { role: "assistant", content: "Две чашки чая." };
	const turn = async () => {};

	test("are counted part by part, an image at more than any server takes for it", async () => {
		const text = await countTokens(pairOf("Что на снимке?", "Две чашки чая."), turn);
		const whole = await countTokens({ messages: [seen, said] }, turn);
		expect(whole - text).toBe(3_200);
		expect(
			await countTokens(pairOf([{ type: "text", text: "Что на снимке?" }], "Две чашки чая."), turn),
		).toBe(text);
	});

	test("a pair of several messages is taken or left out whole, and its parts count against the budget", async () => {
		const call: ChatMessage = { role: "assistant", content: "Ищу…" };
		const long: Pair = { messages: [seen, call, { role: "user", content: "Найдено: чай" }, said] };
		const last = pairOf("А теперь?", "");
		const size = await countTokens(long, turn);
		const rest = await countTokens(last, turn);
		const fits = fitContext([], [long, last], [], size + rest);
		expect(fits).toMatchObject({ pairs: 2, cut: 0 });
		expect(fits.messages).toEqual([...long.messages, ...last.messages]);
		const cut = fitContext([], [long, last], [], size + rest - 1);
		expect(cut).toEqual({ messages: last.messages, pairs: 1, cut: 1, tokens: rest });
	});
});
