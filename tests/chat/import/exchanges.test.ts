import { describe, expect, test } from "vitest";
import {
	type ExportedConversation,
	readConversation,
} from "../../../app/chat/import/formats/chatgpt-conversation.server.ts";
import { exchangesOf } from "../../../app/chat/import/formats/exchanges.server.ts";
import { CONVERSATION_LIMITS } from "../../../app/chat/import/import-limits.server.ts";
import { exported, plain } from "./export.ts";

function exchanges(conversation: unknown) {
	const read = readConversation(JSON.stringify(conversation), 1);
	if (!read) throw new Error("unreadable");
	const made = exchangesOf(read);
	if (made === "too-large") throw new Error(made);
	return made;
}

/** A conversation of nodes in the shortest form: the parent, the role and the text of each. */
function short(nodes: [id: string, parent: string | null, role?: string, text?: string][]) {
	const mapping = Object.fromEntries(
		nodes.map(([id, parent, role, text = ""]) => [
			id,
			{
				parent,
				message: role && { author: { role }, content: { content_type: "text", parts: [text] } },
			},
		]),
	);
	const read = readConversation(JSON.stringify({ id: "1", mapping }), 1);
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
		const messages = Array.from({ length: 10_000 }, (_, i) => ({
			id: String(i),
			parent: i === 0 ? null : String(i - 1),
			role: i % 2 ? ("assistant" as const) : ("user" as const),
			text: `${i}`,
		}));
		expect(exchanges(exported("1", messages)).answers).toHaveLength(5_000);
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

	test.each([-1, 4_102_444_800, 9_007_199_254_740, 1e300])(
		"a time outside of 1970 to 2100 is none: %d",
		(seconds) => {
			const made = plain("1") as Record<string, unknown>;
			Object.assign(made, { create_time: seconds, update_time: seconds });
			const mapping = made.mapping as Record<string, { message: { create_time?: number } | null }>;
			for (const { message } of Object.values(mapping)) if (message) message.create_time = seconds;
			const read = readConversation(JSON.stringify(made), 77);
			expect([read?.createdAt, read?.updatedAt]).toEqual([77, 77]);
			const { prompts, answers } = exchanges(made);
			expect([prompts[0]?.at, answers[0]?.at]).toEqual([1, 2]);
		},
	);

	test("messages without a time follow each other", () => {
		const { prompts, answers } = exchanges(
			exported("1", [
				{ id: "q1", parent: null, role: "user", text: "Раз", at: 5 },
				{ id: "a1", parent: "q1", role: "assistant", text: "Один" },
				{ id: "q2", parent: "a1", role: "user", text: "Два" },
				{ id: "a2", parent: "q2", role: "assistant", text: "Два" },
			]),
		);
		expect([...prompts, ...answers].map(({ at }) => at).toSorted()).toEqual([5_000, 5_001, 5_002, 5_003]);
	});

	test("what no database keeps is not there", () => {
		const made = exchanges(
			exported("1", [
				{ id: "q", parent: null, role: "user", text: "ноль\0 и половина \ud800" },
				{ id: "a", parent: "q", role: "assistant", text: "\0", model: "m\0" },
			]),
		);
		expect(made.prompts[0]?.text).toBe("ноль и половина \ufffd");
		expect(made.answers[0]).toMatchObject({ text: "", model: "m" });
		const read = readConversation(JSON.stringify({ ...plain("1\0"), title: "\0Имя" }), 1);
		expect(read).toMatchObject({ sourceId: "1", title: "Имя" });
	});
});

describe("a hostile conversation costs no more than its size", () => {
	const { messages, messageCharacters, characters, versions } = CONVERSATION_LIMITS;

	/** How often nodes are looked up while the conversation is read. */
	function lookUps(nodes: [string, string | null, string?, string?][]) {
		const mapping = new Map(
			nodes.map(([id, parent, role, text = ""]) => [
				id,
				{
					parent,
					message: role
						? { author: { role }, content: { content_type: "text", parts: [text] }, metadata: null }
						: null,
				},
			]),
		);
		let count = 0;
		const get = mapping.get.bind(mapping);
		mapping.get = (id) => {
			count++;
			return get(id);
		};
		const conversation = { sourceId: "1", title: "", createdAt: 1, updatedAt: 1, currentNode: null };
		const made = exchangesOf({ ...conversation, nodes: mapping } as ExportedConversation);
		return { made, count };
	}

	const chain = (length: number) =>
		Array.from({ length }, (_, i): [string, string] => [`n${i}`, i === 0 ? "q" : `n${i - 1}`]);

	test.each([1_000, 60_000])(
		"a chain of %i empty nodes is one answer, each node looked up a few times",
		(length) => {
			const { made, count } = lookUps([["q", null, "user", "Вопрос"], ...chain(length)]);
			expect(made).toMatchObject({ answers: [{ text: "" }], tip: 0 });
			expect(count).toBeLessThan(6 * length + 20);
		},
	);

	test("no path is kept with each node: a long chain of messages shares what came before", () => {
		const nodes = Array.from({ length: messages - 1 }, (_, i): [string, string, string, string] => [
			`n${i}`,
			i === 0 ? "q" : `n${i - 1}`,
			"assistant",
			"а",
		]);
		const { made, count } = lookUps([["q", null, "user", "Вопрос"], ...nodes]);
		expect(made).toMatchObject({ answers: [{ text: nodes.map(() => "а").join("\n\n") }] });
		expect(count).toBeLessThan(8 * messages);
	});

	test("leaves that would each repeat a long path are too large before they are made", () => {
		const trunk = "а".repeat(messageCharacters);
		const leaves = Array.from({ length: versions }, (_, i): [string, string, string, string] => [
			`l${i}`,
			"t",
			"assistant",
			"б",
		]);
		expect(short([["q", null, "user", "Вопрос"], ["t", "q", "assistant", trunk], ...leaves])).toBe(
			"too-large",
		);
		const few = leaves.slice(0, characters / messageCharacters - 1);
		expect(short([["q", null, "user", "Вопрос"], ["t", "q", "assistant", trunk], ...few])).toMatchObject({
			answers: { length: few.length },
		});
	});

	const many = (count: number, parent: string | null, role: string) =>
		Array.from({ length: count }, (_, i): [string, string | null, string, string] => [
			`${role}${i}`,
			parent,
			role,
			"Слово",
		]);
	test.each<[string, Parameters<typeof short>[0], Parameters<typeof short>[0]]>([
		["first prompts", many(versions, null, "user"), many(versions + 1, null, "user")],
		[
			"answers to a prompt",
			[["q", null, "user", "Вопрос"], ...many(versions, "q", "assistant")],
			[["q", null, "user", "Вопрос"], ...many(versions + 1, "q", "assistant")],
		],
		[
			"characters of a message",
			[["q", null, "user", "а".repeat(messageCharacters)]],
			[["q", null, "user", "а".repeat(messageCharacters + 1)]],
		],
		[
			"parts of a message",
			[["q", null, "user", "а"]],
			[["q", null, "user", `${"а".repeat(messageCharacters)}\n\nб`]],
		],
	])("%s: at the limit it comes, above it is too large", (_what, at, above) => {
		expect(short(at)).not.toBe("too-large");
		expect(short(above)).toBe("too-large");
	});

	test("messages: at the limit they come, one more is too large", () => {
		const line = (length: number) =>
			Array.from({ length }, (_, i): [string, string | null, string, string] => [
				`${i}`,
				i === 0 ? null : `${i - 1}`,
				i % 2 ? "assistant" : "user",
				"а",
			]);
		expect(short(line(messages))).toMatchObject({ prompts: { length: messages / 2 } });
		expect(short(line(messages + 1))).toBe("too-large");
	});

	test("a text of nothing but beginnings of marks is read once, one of nothing but ticks is fenced", () => {
		const marks = "\ue200".repeat(messageCharacters);
		expect(short([["q", null, "user", `Вопрос${marks}`]])).toMatchObject({ prompts: [{ text: "Вопрос" }] });
		const ticks = "` ".repeat(200_000);
		const { answers } = exchanges(
			exported("1", [
				{ id: "q", parent: null, role: "user", text: "Код?" },
				{ id: "a", parent: "q", role: "assistant", content: { content_type: "code", text: ticks } },
			]),
		);
		expect(answers[0]?.text.slice(0, 6)).toBe("```\n` ");
	});
});
