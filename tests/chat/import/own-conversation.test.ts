import { expect, test } from "vitest";
import { asList, isOwn } from "../../../app/chat/import/formats/own-conversation.server.ts";
import { readItem } from "../../../app/chat/import/formats/read-item.server.ts";
import { CONVERSATION_LIMITS } from "../../../app/chat/import/import-limits.server.ts";

const FILE = "0b1f6a52-7c40-4d0e-9a39-0d6a1f1f1a11";
const SOURCES = [{ file: FILE, name: "a.pdf", first: 1, of: 2, passages: null, found: 2, cited: [] }];
const answer = (id: string, more: object = {}) => ({
	...{ id, createdAt: 20, model: "m", text: `Ответ ${id} [1]`, reasoning: "", ...more },
});
const exported = (prompts: object[], more: object = {}) =>
	JSON.stringify({
		format: "sobesednik-conversation-1",
		...{ id: "c1", title: "Чат", createdAt: 5, updatedAt: 9, model: "m", instruction: null },
		...{ shownAnswerId: "a2", prompts, ...more },
	});
const PROMPTS = [
	{
		id: "p1",
		afterAnswerId: null,
		createdAt: 10,
		text: "Раз",
		answers: [answer("a1", { sources: SOURCES }), answer("a2")],
	},
	{ id: "p2", afterAnswerId: "a1", createdAt: 30, text: "Два", answers: [answer("a3")] },
];

/** As many exchanges, each after the one before it. */
const line = (exchanges: number) =>
	Array.from({ length: exchanges }, (_, i) => ({
		...{ id: `p${i}`, afterAnswerId: i === 0 ? null : `a${i - 1}`, createdAt: 1, text: "Раз" },
		answers: [answer(`a${i}`)],
	}));
const LONG = { text: "a".repeat(1_000_000), reasoning: "a".repeat(1_000_000) };

test("an exported conversation is read with its versions, its branch and what its answers cite", () => {
	expect(readItem(exported(PROMPTS), 99)).toMatchObject({
		title: "Чат",
		titledBy: "person",
		createdAt: 5,
		updatedAt: 9,
		tip: 1,
		prompts: [
			{ key: 0, parentAnswer: null, text: "Раз", at: 10 },
			{ key: 1, parentAnswer: 0, text: "Два", at: 30 },
		],
		answers: [
			{ key: 0, prompt: 0, text: "Ответ a1 [1]", sources: JSON.stringify(SOURCES) },
			{ key: 1, prompt: 0, sources: null },
			{ key: 2, prompt: 1, sources: null },
		],
	});
});

test.each([
	["no list", {}],
	["an address for a file", [{ ...SOURCES[0], file: "javascript:alert(1)" }]],
	["numbers that are none", [{ ...SOURCES[0], first: -1 }]],
	["huge numbers", [{ ...SOURCES[0], of: 1e12 }]],
	["very many documents", Array.from({ length: 300 }, () => SOURCES[0])],
	["very long lists", [{ ...SOURCES[0], passages: Array.from({ length: 2_000 }, (_, i) => i + 1) }]],
])("sources that are unsound are left out: %s", (_name, sources) => {
	const item = readItem(exported([{ ...PROMPTS[0], answers: [answer("a1", { sources })] }]), 1);
	expect(item).toMatchObject({ answers: [{ sources: null }] });
});

test("a prompt follows an answer that comes before it, so that no branch is a circle", () => {
	const circle = [
		{ id: "p1", afterAnswerId: "a2", createdAt: 1, text: "Раз", answers: [answer("a1")] },
		{ id: "p2", afterAnswerId: "a2", createdAt: 1, text: "Два", answers: [answer("a2")] },
	];
	expect(readItem(exported(circle), 1)).toMatchObject({
		prompts: [{ parentAnswer: null }, { parentAnswer: null }],
	});
});

test.each([
	["no prompts", exported([]), "unreadable"],
	["no JSON", '{"format":"sobesednik-conversation-1",', "unreadable"],
	["a text above the limit", exported([{ ...PROMPTS[0], text: "a".repeat(1_000_001) }]), "too-large"],
	[
		"more versions than the limit",
		exported([{ ...PROMPTS[0], answers: Array.from({ length: 201 }, (_, i) => answer(`a${i}`)) }]),
		"too-large",
	],
	["more messages than the limit", exported(line(CONVERSATION_LIMITS.messages / 2 + 1)), "too-large"],
	[
		"more characters than the limit, also of reasoning",
		exported([{ ...PROMPTS[0], answers: Array.from({ length: 11 }, (_, i) => answer(`a${i}`, LONG)) }]),
		"too-large",
	],
])("%s", (_name, json, result) => {
	expect(readItem(json, 1)).toBe(result);
});

test("as many messages as the limit come", () => {
	const { messages } = CONVERSATION_LIMITS;
	expect(readItem(exported(line(messages / 2)), 1)).toMatchObject({ prompts: { length: messages / 2 } });
});

test("times outside of what is possible become those around them", () => {
	const item = readItem(
		exported([{ ...PROMPTS[0], createdAt: 1e300 }], { createdAt: "gestern", updatedAt: -4 }),
		77,
	);
	expect(item).toMatchObject({ createdAt: 77, updatedAt: 77, prompts: [{ at: 77 }] });
});

test("a file with one conversation is a list of one; any other stays as it is", async () => {
	const through = async (text: string) => {
		const pieces: Uint8Array[] = [];
		async function* bytes() {
			yield Buffer.from(text.slice(0, 300));
			yield Buffer.from(text.slice(300));
		}
		for await (const piece of asList(bytes())) pieces.push(piece);
		return Buffer.concat(pieces).toString();
	};
	const own = exported(PROMPTS);
	expect(await through(`\ufeff${own}\n`)).toBe(`[\ufeff${own}\n]`);
	expect(await through(`[${own}]`)).toBe(`[${own}]`);
	expect(await through("{}")).toBe("{}");
	expect(isOwn(`\n ${own}`)).toBe(true);
	expect(isOwn('{"mapping":{}}')).toBe(false);
});
