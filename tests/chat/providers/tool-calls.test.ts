import { describe, expect, test } from "vitest";
import { CompletionReader } from "../../../app/chat/providers/completion-reader.server.ts";
import { ProviderError, type ProviderEvent } from "../../../app/chat/providers/provider.server.ts";

type End = Extract<ProviderEvent, { kind: "end" }>;

/** Reads a body in two chunks, split at a byte. */
function read(body: Buffer, at: number, mayCall = true): { end: End | string; text: string } {
	const reader = new CompletionReader((text) => text, mayCall);
	const events = [body.subarray(0, at), body.subarray(at)].flatMap((chunk) => reader.read(chunk));
	events.push(...reader.close());
	const text = events.map((event) => (event.kind === "text" ? event.text : "")).join("");
	try {
		return { end: reader.end() as End, text };
	} catch (error) {
		return { end: error instanceof ProviderError ? error.code : String(error), text };
	}
}

const bodyOf = (events: unknown[]) =>
	Buffer.from(`${events.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("")}data: [DONE]\n\n`);

function readWhole(events: unknown[]) {
	const body = bodyOf(events);
	return outcomeOf(read(body, body.length));
}

/** Reads a body split at every byte: the outcome is the same wherever it is split. */
function readSplit(events: unknown[], mayCall = true) {
	const body = bodyOf(events);
	const whole = outcomeOf(read(body, body.length, mayCall));
	for (let at = 0; at < body.length; at++)
		expect(outcomeOf(read(body, at, mayCall)), `at ${at}`).toEqual(whole);
	return whole;
}

const outcomeOf = ({ end, text }: ReturnType<typeof read>) =>
	typeof end === "string"
		? { text, end }
		: {
				text,
				finish: end.finish,
				calls: end.asked?.calls.map(({ name, arguments: args }) => [name, args]),
				ids: end.asked?.calls.map(({ id }) => id).filter((id) => id.length !== 9),
				// Made up where a server sends none, so another one each time.
				message: JSON.stringify(end.asked?.message ?? null).replace(/"id":"[0-9a-f]{9}"/g, '"id":"…"'),
			};

const chunk = (delta: unknown, finish_reason: unknown = null) => ({
	choices: [{ index: 0, delta, finish_reason }],
});
const call = (piece: unknown) => chunk({ tool_calls: [piece] });
const end = (reason = "tool_calls") => chunk({}, reason);
const WEATHER = ["weather", '{"city":"Казань"}'];
const TIME = ["time", "{}"];

describe("calls are put together from the deltas of", () => {
	test("OpenAI, DeepSeek, llama.cpp: id, type and name once, then index and fragments", () => {
		const { calls, ids, finish } = readSplit([
			chunk({ role: "assistant", content: null }),
			call({ index: 0, id: "call_1", type: "function", function: { name: "weather", arguments: "" } }),
			call({ index: 0, function: { arguments: '{"city":' } }),
			call({ index: 0, function: { arguments: '"Казань"}' } }),
			call({ index: 1, id: "call_2", type: "function", function: { name: "time", arguments: "{}" } }),
			end(),
		]);
		expect(calls).toEqual([WEATHER, TIME]);
		expect([ids, finish]).toEqual([["call_1", "call_2"], "stop"]);
	});

	test("Qwen: an empty id in what follows, and an empty piece at the end", () => {
		const { calls, ids } = readSplit([
			call({ index: 0, id: "call_1", type: "function", function: { name: "weather", arguments: "" } }),
			call({ index: 0, id: "", type: "function", function: { arguments: '{"city":"Ка' } }),
			call({ index: 0, id: "", function: { name: null, arguments: 'зань"}' } }),
			call({ index: 0, id: "", function: { arguments: "" } }),
			end(),
		]);
		expect([calls, ids]).toEqual([[WEATHER], ["call_1"]]);
	});

	test("Mistral: a whole call at once, without index and type; an empty name later", () => {
		expect(
			readSplit([
				call({ id: "D681PevKs", function: { name: "weather", arguments: '{"city":' } }),
				call({ id: "D681PevKs", function: { name: "", arguments: '"Казань"}' } }),
				call({ id: "E681PevKs", function: { name: "time", arguments: "{}" } }),
				end(),
			]).calls,
		).toEqual([WEATHER, TIME]);
	});

	test("vLLM: name and id again in the last piece", () => {
		expect(
			readSplit([
				call({ index: 0, id: "chatcmpl-tool-1", type: "function", function: { name: "weather" } }),
				call({ index: 0, function: { arguments: '{"city":"Ка' } }),
				call({ index: 0, id: "chatcmpl-tool-1", function: { name: "weather", arguments: 'зань"}' } }),
				end(),
			]).calls,
		).toEqual([WEATHER]);
	});

	test("vLLM: cut by the limit of length, and called finished: what there is of the arguments is told as it is", () => {
		expect(
			readSplit([
				call({ index: 0, id: "chatcmpl-tool-1", type: "function", function: { name: "weather" } }),
				call({ index: 0, function: { arguments: '{"city":"Ка' } }),
				end("tool_calls"),
			]),
		).toMatchObject({ calls: [["weather", '{"city":"Ка']], finish: "stop" });
	});

	test("vLLM: `reasoning` in place of `reasoning_content`, between the pieces of a call", () => {
		const { calls, message } = readSplit([
			chunk({ reasoning: "Надо " }),
			call({ index: 0, id: "chatcmpl-tool-1", type: "function", function: { name: "weather" } }),
			chunk({ reasoning: "узнать", tool_calls: [{ index: 0, function: { arguments: WEATHER[1] } }] }),
			end(),
		]);
		expect(calls).toEqual([WEATHER]);
		expect(JSON.parse(message ?? "")).toMatchObject({ content: null, reasoning: "Надо узнать" });
	});

	test("Ollama, while it drops calls: what is left is the text", () => {
		expect(readSplit([chunk({ content: "Не знаю" }), end("stop")])).toMatchObject({
			text: "Не знаю",
			calls: undefined,
		});
	});

	test("Ollama: every call has index 0", () => {
		const { calls, ids } = readSplit([
			call({
				index: 0,
				id: "call_a",
				type: "function",
				function: { name: "weather", arguments: WEATHER[1] },
			}),
			call({ index: 0, id: "call_b", type: "function", function: { name: "time", arguments: "{}" } }),
			end(),
		]);
		expect([calls, ids]).toEqual([
			[WEATHER, TIME],
			["call_a", "call_b"],
		]);
	});

	test("LM Studio: no ids at all", () => {
		const { calls, ids, message } = readSplit([
			call({ index: 0, id: "", type: "function", function: { name: "weather", arguments: '{"city":' } }),
			call({ index: 0, id: "", function: { arguments: '"Казань"}' } }),
			call({ index: 1, id: "", type: "function", function: { name: "time", arguments: "{}" } }),
			end(),
		]);
		expect([calls, ids]).toEqual([[WEATHER, TIME], []]);
		// The server gets the same ids back that the results have.
		expect(JSON.parse(message ?? "").tool_calls).toMatchObject([{ id: "…" }, { id: "…" }]);
	});

	test("SGLang: the id in each piece, and a wrong index", () => {
		expect(
			readSplit([
				call({ index: 0, id: "call_1", function: { name: "weather", arguments: '{"city":' } }),
				call({ index: 3, id: "call_1", function: { name: null, arguments: '"Казань"}' } }),
				call({ index: 3, id: "call_2", function: { name: "time", arguments: "{}" } }),
				end(),
			]).calls,
		).toEqual([WEATHER, TIME]);
	});

	test("a gateway of Bedrock: indexes from 1", () => {
		expect(
			readSplit([
				call({ index: 1, id: "tooluse_1", function: { name: "weather", arguments: "" } }),
				call({ index: 1, function: { arguments: WEATHER[1] } }),
				end(),
			]).calls,
		).toEqual([WEATHER]);
	});

	test("xAI, Groq: a whole call at once, with an id of any form", () => {
		expect(
			readSplit([
				call({ index: 0, id: "7f", type: "function", function: { name: "weather", arguments: WEATHER[1] } }),
				end(),
			]).calls,
		).toEqual([WEATHER]);
	});

	test("Yandex AI Studio: a whole call, an empty text beside it, usage with the reason", () => {
		const finish = { ...end(), usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } };
		const { calls, ids, message } = readSplit([
			chunk({ role: "assistant", content: "" }),
			chunk({
				content: "",
				tool_calls: [
					{ index: 0, id: "call-1", type: "function", function: { name: "weather", arguments: WEATHER[1] } },
				],
			}),
			finish,
		]);
		expect([calls, ids]).toEqual([[WEATHER], ["call-1"]]);
		expect(JSON.parse(message ?? "").content).toBeNull();
	});

	test("GigaChat: the call whole, its state beside it, an empty piece at the end", () => {
		const state = "0199e210-2f13-744c-8fe5-c9a19fe27db7";
		const { calls, message } = readSplit([
			chunk({ role: "function_in_progress", content: "" }),
			chunk({
				...{ role: "assistant", content: "", reasoning_content: "Надо узнать" },
				function_call: { name: "weather", arguments: { city: "Казань" } },
				functions_state_id: state,
			}),
			{ ...chunk({ content: "" }, "function_call"), usage: { prompt_tokens: 1, completion_tokens: 1 } },
		]);
		expect(calls).toEqual([WEATHER]);
		expect(JSON.parse(message ?? "")).toMatchObject({
			...{ content: null, reasoning_content: "Надо узнать", functions_state_id: state },
			tool_calls: [{ function: { name: "weather", arguments: WEATHER[1] } }],
		});
	});

	test("GigaChat: `function_call` with an object of arguments", () => {
		expect(
			readSplit([
				chunk({ function_call: { name: "weather", arguments: { city: "Казань" } } }),
				end("function_call"),
			]).calls,
		).toEqual([WEATHER]);
	});

	test.each([
		["beside the reason", [chunk({ function_call: { name: "weather", arguments: { town: 1 } } }, "error")]],
		["before it", [chunk({ function_call: { name: "weather", arguments: { town: 1 } } }), end("error")]],
	])("GigaChat: a call whose arguments are wrong, %s, is one that is not run", (_, events) => {
		expect(readSplit(events)).toMatchObject({ calls: [["weather", '{"town":1}']], finish: "length" });
	});

	test("others: no id and no index; the next name is the next call", () => {
		expect(
			readSplit([
				call({ function: { name: "weather", arguments: '{"city":' } }),
				call({ function: { arguments: '"Казань"}' } }),
				call({ function: { name: "time", arguments: "{}" } }),
				end(),
			]).calls,
		).toEqual([WEATHER, TIME]);
	});
});

describe("calls are there if they came", () => {
	const one = call({ index: 0, id: "call_1", function: { name: "weather", arguments: WEATHER[1] } });

	test('with `finish_reason: "stop"`', () => {
		expect(readSplit([one, end("stop")])).toMatchObject({ calls: [WEATHER], finish: "stop" });
	});
	test("after text, which goes back beside them", () => {
		const { text, message } = readSplit([chunk({ content: "Смотрю." }), one, end()]);
		expect(text).toBe("Смотрю.");
		expect(JSON.parse(message ?? "")).toEqual({
			role: "assistant",
			content: "Смотрю.",
			tool_calls: [{ id: "call_1", type: "function", function: { name: "weather", arguments: WEATHER[1] } }],
		});
	});
	test("cut by the limit of length: the answer says so", () => {
		expect(readSplit([one, end("length")])).toMatchObject({ calls: [WEATHER], finish: "length" });
	});
	test("not when the stream broke off", () => {
		expect(read(Buffer.from(`data: ${JSON.stringify(one)}\n\n`), 1).end).toBe("cut-off");
	});
	test("not when the server says that it has failed", () => {
		expect(readSplit([one, end("error")]).end).toBe("cut-off");
	});
	test("not when no tools were offered", () => {
		expect(readSplit([one, end()], false).end).toBe("empty");
	});
	test("not when a call has no name", () => {
		expect(readSplit([call({ index: 0, id: "call_1", function: { arguments: "{}" } }), end()]).end).toBe(
			"empty",
		);
	});
	test.each([[[]], [null]])("not by `tool_calls: %j` in each piece: a plain answer", (calls) => {
		const pieces = ["Привет, ", "мир"].map((content) => chunk({ content, tool_calls: calls }));
		expect(readSplit([...pieces, end("stop")])).toMatchObject({ text: "Привет, мир", calls: undefined });
	});
});

describe("what a server wants back goes back by the name that it came by", () => {
	const calls = call({ index: 0, id: "call_1", function: { name: "time", arguments: "{}" } });
	const messageOf = (...events: unknown[]) => JSON.parse(readSplit([...events, calls, end()]).message ?? "");

	test.each(["reasoning_content", "reasoning", "reasoning_text"])("%s", (field) => {
		const message = messageOf(chunk({ [field]: "Надо " }), chunk({ [field]: "узнать" }));
		expect(message).toMatchObject({ content: null, [field]: "Надо узнать" });
	});

	test("an empty field too: it was there", () => {
		const message = messageOf(chunk({ role: "assistant", content: null, reasoning_content: "" }));
		expect(message).toMatchObject({ content: null, reasoning_content: "" });
		expect(messageOf(chunk({ reasoning_content: null }))).not.toHaveProperty("reasoning_content");
	});

	test("an object with its text and its signature, of Envoy for Bedrock", () => {
		const piece = (more: object) => chunk({ reasoning_content: more });
		expect(
			messageOf(piece({ text: "Надо " }), piece({ text: "узнать" }), piece({ signature: "c2ln" }))
				.reasoning_content,
		).toEqual({ text: "Надо узнать", signature: "c2ln" });
	});

	test("Mistral's thinking, a part of the content", () => {
		const thinking = (text: string) =>
			chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] });
		const parts = [{ type: "thinking", thinking: [{ type: "text", text: "Надо узнать" }] }];
		expect(messageOf(thinking("Надо "), thinking("узнать")).content).toEqual(parts);
		expect(messageOf(thinking("Надо "), thinking("узнать"), chunk({ content: "Смотрю" })).content).toEqual([
			...parts,
			{ type: "text", text: "Смотрю" },
		]);
	});

	test("`reasoning_details`, whole", () => {
		const detail = (more: object) =>
			chunk({ reasoning_details: [{ type: "reasoning.text", index: 0, ...more }] });
		expect(
			messageOf(
				detail({ text: "Надо ", format: "anthropic-claude-v1" }),
				detail({ text: "узнать", signature: null }),
				detail({ signature: "c2ln" }),
				chunk({ reasoning_details: [{ type: "reasoning.encrypted", index: 1, data: "ZGF0YQ==" }] }),
			).reasoning_details,
		).toEqual([
			{
				type: "reasoning.text",
				index: 0,
				text: "Надо узнать",
				format: "anthropic-claude-v1",
				signature: "c2ln",
			},
			{ type: "reasoning.encrypted", index: 1, data: "ZGF0YQ==" },
		]);
	});

	test("a signature of a call", () => {
		const extra = { google: { thought_signature: "c2ln" } };
		const { message } = readSplit([
			call({ index: 0, id: "call_1", function: { name: "time", arguments: "{}" }, extra_content: extra }),
			end(),
		]);
		expect(JSON.parse(message ?? "").tool_calls[0].extra_content).toEqual(extra);
	});

	test("a `<think>` in the text does not", () => {
		expect(
			messageOf(chunk({ content: "<think>Надо" }), chunk({ content: " узнать</think>Смотрю" })),
		).toMatchObject({
			content: "Смотрю",
		});
	});
});

test.each<[string, (i: number, long: string) => unknown]>([
	["other fields of a call", (i, long) => call({ index: 0, function: { name: "a" }, [`f${i}`]: long })],
	["names", (i, long) => call({ index: i, id: `${i}`, function: { name: long } })],
	["details of the reasoning", (index, data) => chunk({ reasoning_details: [{ type: "t", index, data }] })],
	["parts of the reasoning", (i, long) => chunk({ reasoning_content: { text: "", [`f${i}`]: long } })],
	["thinking of the content", (_, text) => chunk({ content: [{ type: "thinking", thinking: [{ text }] }] })],
])("%s without end end the stream", (_, eventOf) => {
	const reader = new CompletionReader((text) => text, true);
	const long = "x".repeat(500_000);
	for (let i = 0; i < 12; i++) reader.read(Buffer.from(`data: ${JSON.stringify(eventOf(i, long))}\n\n`));
	expect(reader.over).toBe(true);
	expect(() => reader.end()).toThrow("malformed");
});

test("fields that come whole with each piece of a call are counted once", () => {
	const signature = "c2ln".repeat(1_000);
	const piece = { index: 0, extra_content: { signature }, function: { arguments: "" } };
	const { calls } = readWhole([
		call({ index: 0, id: "1", function: { name: "time", arguments: "{}" } }),
		...Array.from({ length: 1_000 }, () => call(piece)),
		end(),
	]);
	expect(calls).toEqual([TIME]);
});

test("what is nested deeper than can be written ends the stream, and nothing else", () => {
	const reader = new CompletionReader((text) => text, true);
	const deep = `${"[".repeat(600_000)}${"]".repeat(600_000)}`;
	const event = JSON.stringify(call({ index: 0, id: "1", function: { name: "a" }, deep: "HERE" }));
	reader.read(Buffer.from(`data: ${event.replace('"HERE"', deep)}\n\n`));
	expect(reader.over).toBe(true);
	expect(() => reader.end()).toThrow("malformed");
});

test("calls without end end the stream", () => {
	const reader = new CompletionReader((text) => text, true);
	const piece = `data: ${JSON.stringify(call({ index: 0, id: "1", function: { name: "a", arguments: "x".repeat(100_000) } }))}\n\n`;
	for (let i = 0; i < 12; i++) reader.read(Buffer.from(piece));
	expect(reader.over).toBe(true);
	expect(() => reader.end()).toThrow("malformed");
});

test("pieces that say neither to which call they belong nor anything else end the stream before they hold it up", () => {
	const reader = new CompletionReader((text) => text, true);
	const begun = { function: { name: "a", arguments: `"${"x".repeat(500_000)}` } };
	const pieces = Array.from({ length: 1_000 }, () => ({ function: { name: "a", arguments: "" } }));
	reader.read(Buffer.from(`data: ${JSON.stringify(chunk({ tool_calls: [begun, ...pieces] }))}\n\n`));
	expect(reader.over).toBe(true);
	expect(() => reader.end()).toThrow("malformed");
});
