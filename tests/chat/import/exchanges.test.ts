import { describe, expect, test } from "vitest";
import { readConversation } from "../../../app/chat/import/chatgpt-conversation.ts";
import { exchangesOf } from "../../../app/chat/import/exchanges.ts";
import { exported, plain } from "./export.ts";

function exchanges(conversation: unknown) {
	const read = readConversation(JSON.stringify(conversation), 1);
	if (!read) throw new Error("unreadable");
	return exchangesOf(read);
}

describe("an exported conversation becomes our tree", () => {
	test("a question and its answer, with times and the model", () => {
		expect(exchanges(plain("1"))).toEqual({
			prompts: [{ key: 0, parentAnswer: null, text: "Как дела?", at: 1_700_000_001_000 }],
			answers: [
				{ key: 0, prompt: 0, text: "Хорошо.", reasoning: "", model: "gpt-4o", at: 1_700_000_002_000 },
			],
			tip: 0,
		});
	});

	test("an edited question and an answer made anew are versions, and the shown branch is kept", () => {
		const { prompts, answers, tip } = exchanges(
			exported(
				"1",
				[
					{ id: "q1", parent: null, role: "user", text: "Первый вопрос" },
					{ id: "a1", parent: "q1", role: "assistant", text: "Ответ 1" },
					{ id: "a2", parent: "q1", role: "assistant", text: "Ответ 2" },
					{ id: "q2", parent: "a1", role: "user", text: "Ещё" },
					{ id: "a3", parent: "q2", role: "assistant", text: "Ответ 3" },
					{ id: "q3", parent: null, role: "user", text: "Иначе" },
					{ id: "a4", parent: "q3", role: "assistant", text: "Ответ 4" },
				],
				{ current_node: "a3" },
			),
		);
		expect(prompts.map(({ text, parentAnswer }) => [text, parentAnswer])).toEqual([
			["Первый вопрос", null],
			["Ещё", 0],
			["Иначе", null],
		]);
		expect(answers.map(({ text, prompt }) => [text, prompt])).toEqual([
			["Ответ 1", 0],
			["Ответ 3", 1],
			["Ответ 2", 0],
			["Ответ 4", 2],
		]);
		expect(answers[tip ?? -1]?.text).toBe("Ответ 3");
	});

	test("everything between two questions is one answer; tools and hidden messages are not shown", () => {
		const { answers } = exchanges(
			exported("1", [
				{ id: "q", parent: null, role: "user", text: "Погода?" },
				{
					id: "thought",
					parent: "q",
					role: "assistant",
					content: { content_type: "thoughts", thoughts: [{ summary: "Думаю", content: "о погоде" }] },
				},
				{ id: "first", parent: "thought", role: "assistant", text: "Сейчас посмотрю." },
				{ id: "tool", parent: "first", role: "tool", text: "секретный вывод" },
				{ id: "hidden", parent: "tool", role: "assistant", text: "скрытое", hidden: true },
				{
					id: "last",
					parent: "hidden",
					role: "assistant",
					text: "Дождь\ue200cite\ue202turn0\ue201.",
					model: "m",
				},
			]),
		);
		expect(answers).toHaveLength(1);
		expect(answers[0]).toMatchObject({
			text: "Сейчас посмотрю.\n\nДождь.",
			reasoning: "Думаю\n\nо погоде",
			model: "m",
		});
	});

	test("a question that was never answered has an empty answer, so that it can be asked again", () => {
		const { prompts, answers, tip } = exchanges(
			exported("1", [
				{ id: "q1", parent: null, role: "user", text: "Раз" },
				{ id: "q2", parent: "q1", role: "user", text: "Два" },
			]),
		);
		expect(prompts.map(({ parentAnswer }) => parentAnswer)).toEqual([null, 0]);
		expect(answers.map(({ text }) => text)).toEqual(["", ""]);
		expect(tip).toBe(1);
	});

	test("code, pictures and recordings", () => {
		const { prompts, answers } = exchanges(
			exported("1", [
				{
					id: "q",
					parent: null,
					role: "user",
					content: {
						content_type: "multimodal_text",
						parts: [{ content_type: "image_asset_pointer", asset_pointer: "file-service://x" }, "Что это?"],
					},
				},
				{
					id: "a",
					parent: "q",
					role: "assistant",
					content: { content_type: "code", language: "python", text: "print('```')" },
				},
			]),
		);
		expect(prompts[0]?.text).toBe("*[вложение]*\n\nЧто это?");
		expect(answers[0]?.text).toBe("````python\nprint('```')\n````");
	});

	test("ten thousand messages in one line are no deeper than the stack", () => {
		const said = Array.from({ length: 10_000 }, (_, i) => ({
			id: String(i),
			parent: i === 0 ? null : String(i - 1),
			role: i % 2 ? ("assistant" as const) : ("user" as const),
			text: `${i}`,
		}));
		expect(exchanges(exported("1", said)).answers).toHaveLength(5_000);
	});

	test("nodes in a circle are passed by", () => {
		const made = exported("1", [
			{ id: "q", parent: null, role: "user", text: "Вопрос" },
			{ id: "x", parent: "y", role: "user", text: "X" },
			{ id: "y", parent: "x", role: "assistant", text: "Y" },
		]);
		expect(exchanges(made).prompts).toHaveLength(1);
	});

	test.each(["", "null", "[]", '{"mapping":{}}', "{", '{"id":1,"mapping":{}}'])(
		"%s is no conversation",
		(json) => {
			expect(readConversation(json, 1)).toBeNull();
		},
	);

	test("a message of an unknown form costs only itself", () => {
		const made = plain("1") as { mapping: Record<string, unknown> };
		made.mapping.odd = { parent: "a", message: { author: "nobody" } };
		expect(exchanges(made).answers).toHaveLength(1);
	});
});
