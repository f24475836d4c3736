import { describe, expect, test } from "vitest";
import { CompletionReader } from "../../../app/chat/providers/completion-reader.server.ts";
import { ProviderError } from "../../../app/chat/providers/provider.server.ts";
import { awkward } from "../../support/fakes/fake-model-scenarios.ts";
import { DEFAULT_ANSWER } from "../../support/fakes/fake-model-text.ts";

type Outcome = { text: string; reasoning: string; end: unknown };

/** Reads a body given in chunks; `end` is the closing event without its kind, or the failure's code. */
function read(...chunks: (string | Uint8Array)[]): Outcome {
	const reader = new CompletionReader((text) => text);
	const outcome: Outcome = { text: "", reasoning: "", end: undefined };
	const events = chunks.flatMap((chunk) => {
		if (reader.over) return [];
		return reader.read(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
	});
	for (const event of [...events, ...reader.close()]) {
		if (event.kind === "thought") {
			outcome.reasoning += outcome.text;
			outcome.text = "";
		} else if (event.kind !== "end") outcome[event.kind] += event.text;
	}
	try {
		const end = reader.end();
		outcome.end =
			end.kind === "end" && end.usage ? [end.finish, end.usage] : end.kind === "end" && end.finish;
	} catch (error) {
		outcome.end = error instanceof ProviderError ? error.code : error;
	}
	return outcome;
}

const event = (data: unknown) => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const delta = (delta: unknown, finish_reason: unknown = null) =>
	event({ choices: [{ delta, finish_reason }] });
const textChunk = (content: unknown) => delta({ content });
const stop = delta({}, "stop");
const done = event("[DONE]");
const answer = (...events: string[]) => read(events.join(""));

describe("1: the event stream", () => {
	const expected = { text: "Привет, мир", reasoning: "", end: "stop" };
	test("line ends LF, CRLF and CR", () => {
		const body = textChunk("Привет, ") + textChunk("мир") + stop + done;
		expect(read(body)).toEqual(expected);
		expect(read(body.replaceAll("\n", "\r\n"))).toEqual(expected);
		expect(read(body.replaceAll("\n", "\r"))).toEqual(expected);
	});
	test("data over several lines", () => {
		expect(read('data: {"choices":\ndata: [{"delta":{"content":"Привет, мир"}}]}\n\n', stop)).toEqual(
			expected,
		);
	});
	test("comments", () => {
		expect(
			answer(": OPENROUTER PROCESSING\n\n", textChunk("Привет, "), ":\n", textChunk("мир"), stop),
		).toEqual(expected);
	});
	test("event, id and retry lines, data without a space", () => {
		expect(
			read(`event: message\nid: 1\nretry: 10\n${textChunk("Привет, мир")}`.replace("data: ", "data:"), stop),
		).toEqual(expected);
	});
	test("no line end after the last event", () => {
		expect(read((textChunk("Привет, мир") + stop).trimEnd())).toEqual(expected);
	});
	test("a byte order mark", () => {
		expect(read(`\uFEFF${textChunk("Привет, мир")}${stop}`)).toEqual(expected);
	});
	test("letters split between chunks, byte by byte", () => {
		const bytes = Buffer.from(textChunk("Привет, мир") + stop);
		expect(read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
	});
	test("an emoji whose halves come in two pieces is never given in halves", () => {
		const reader = new CompletionReader((text) => text);
		const pieces = ["а\\ud83e", "\\udd94б"].flatMap((half) =>
			reader.read(Buffer.from(`data: {"choices":[{"delta":{"content":"${half}"}}]}\n\n`)),
		);
		expect(pieces).toEqual([
			{ kind: "text", text: "а" },
			{ kind: "text", text: "🦔б" },
		]);
	});
	test("an event without end does not fill the memory", () => {
		const mebibyte = "a".repeat(1024 * 1024);
		expect(read("data: ", ...Array.from({ length: 9 }, () => mebibyte)).end).toBe("malformed");
	});
});

describe("2: the end", () => {
	test("with [DONE]", () => expect(answer(textChunk("да"), stop, done).end).toBe("stop"));
	test("without [DONE]", () => expect(answer(textChunk("да"), stop).end).toBe("stop"));
	test("[DONE] without a reason is an end too", () => expect(answer(textChunk("да"), done).end).toBe("stop"));
	test("nothing after [DONE] is read", () =>
		expect(answer(textChunk("да"), stop, done, textChunk("нет")).text).toBe("да"));
	test("the body ends without a reason: cut off, the text stays", () => {
		expect(answer(textChunk("начало"))).toEqual({ text: "начало", reasoning: "", end: "cut-off" });
	});
	test("the body ends in the middle of an event: cut off, the text stays", () => {
		expect(answer(textChunk("начало"), textChunk("конец").slice(0, -12))).toMatchObject({
			text: "начало",
			end: "cut-off",
		});
	});
	test("the body ends after reasoning alone: cut off", () => {
		expect(answer(delta({ reasoning: "думаю" }))).toMatchObject({ reasoning: "думаю", end: "cut-off" });
	});
	test("an empty body", () => expect(read("").end).toBe("empty"));
});

describe("3: pieces of odd shapes", () => {
	test("choices empty, null or absent", () => {
		expect(
			answer(event({ choices: [] }), event({ choices: null }), event({}), textChunk("да"), stop).text,
		).toBe("да");
	});
	test("delta null, absent, or with the role only", () => {
		const odd = [
			delta(null),
			event({ choices: [{}] }),
			event({ choices: [null] }),
			delta({ role: "assistant" }),
		];
		expect(answer(...odd, textChunk("да"), stop).text).toBe("да");
	});
	test("content null or empty", () =>
		expect(answer(textChunk(null), textChunk(""), textChunk("да"), stop).text).toBe("да"));
	test("content in parts", () => {
		const parts = [{ type: "text", text: "од" }, "на", { type: "image" }, null, { text: 1 }];
		expect(answer(textChunk(parts), textChunk([]), stop).text).toBe("одна");
	});
	test("the model's own refusal is its answer", () => {
		expect(answer(delta({ content: null, refusal: "Не могу" }), stop)).toMatchObject({
			text: "Не могу",
			end: "stop",
		});
	});
	test("what is not JSON, or not an object", () => {
		expect(answer(textChunk("да"), event("{oops"))).toMatchObject({ text: "да", end: "malformed" });
		expect(answer(event("42")).end).toBe("malformed");
	});
	test("an empty data line is nothing", () =>
		expect(answer("data:\n\n", textChunk("да"), stop).end).toBe("stop"));
});

describe("4: reasoning", () => {
	const expected = { text: "ответ", reasoning: "думаю", end: "stop" };
	const hasOutput = textChunk("ответ") + stop;
	test("reasoning_content", () =>
		expect(answer(delta({ reasoning_content: "думаю" }), hasOutput)).toEqual(expected));
	test("reasoning", () =>
		expect(answer(delta({ reasoning: "думаю", content: null }), hasOutput)).toEqual(expected));
	test("both names, one of them empty", () => {
		expect(answer(delta({ reasoning_content: "", reasoning: "думаю" }), hasOutput)).toEqual(expected);
		expect(answer(delta({ reasoning_content: "думаю", reasoning: "думаю" }), hasOutput)).toEqual(expected);
	});
	test("reasoning_details", () => {
		const details = [
			{ type: "reasoning.text", text: "ду" },
			{ type: "reasoning.encrypted", data: "x" },
			{ text: "маю" },
		];
		expect(answer(delta({ reasoning_details: details }), hasOutput)).toEqual(expected);
		expect(answer(delta({ reasoning: "думаю", reasoning_details: details }), hasOutput)).toEqual(expected);
		const summary = [{ type: "reasoning.summary", summary: "думаю" }];
		expect(answer(delta({ reasoning_details: summary }), hasOutput)).toEqual(expected);
	});
	test("reasoning_text, as GitHub Copilot names it", () =>
		expect(answer(delta({ reasoning_text: "думаю", content: null }), hasOutput)).toEqual(expected));
	test("reasoning_content as an object, as Envoy gives it for Bedrock", () =>
		expect(answer(delta({ reasoning_content: { text: "думаю" } }), hasOutput)).toEqual(expected));
	test("Mistral's parts of the content", () => {
		const thinking = (...words: string[]) => ({
			type: "thinking",
			thinking: words.map((text) => ({ type: "text", text })),
		});
		const text = { type: "text", text: "ответ" };
		expect(
			answer(textChunk([thinking("ду")]), textChunk([thinking("ма", "ю")]), textChunk([text]), stop),
		).toEqual(expected);
		expect(answer(textChunk([thinking("думаю"), text]), stop)).toEqual(expected);
		expect(answer(textChunk([thinking("думаю")]), hasOutput)).toEqual(expected);
		expect(answer(textChunk([{ type: "thinking", thinking: "думаю" }]), hasOutput)).toEqual(expected);
		expect(answer(textChunk([{ type: "reasoning", text: "думаю" }]), hasOutput)).toEqual(expected);
	});
	test("parts in parts without end are no more than the words that are there", () => {
		const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
		expect(read(`data: {"choices":[{"delta":{"content":${deep}}}]}\n\n`, hasOutput).text).toBe("ответ");
		expect(answer(textChunk([{ type: { toString: 1 }, text: "ответ" }]), stop).text).toBe("ответ");
	});
	test("blank reasoning is none, under whichever name", () => {
		const none = { ...expected, reasoning: "" };
		expect(answer(delta({ reasoning_content: "\n" }), delta({ reasoning: " \n" }), hasOutput)).toEqual(none);
		expect(answer(textChunk([{ type: "thinking", thinking: [{ text: "\n\n" }] }]), hasOutput)).toEqual(none);
		expect(
			answer(
				delta({ reasoning: "\n" }),
				delta({ reasoning: "\nду" }),
				delta({ reasoning: "маю" }),
				hasOutput,
			),
		).toEqual(expected);
	});

	const tagged = "\n<think>\nдумаю</think>\n\nответ";
	for (let cut = 1; cut < tagged.length; cut++) {
		test(`a leading think tag cut at ${cut}`, () => {
			expect(answer(textChunk(tagged.slice(0, cut)), textChunk(tagged.slice(cut)), stop)).toEqual(expected);
		});
	}
	test("a leading think tag letter by letter", () => {
		expect(answer(...Array.from(tagged, textChunk), stop)).toEqual(expected);
	});
	test("an empty thought is none", () => {
		expect(answer(textChunk("<think>\n\n</think>\n\n"), textChunk("ответ"), stop)).toEqual({
			...expected,
			reasoning: "",
		});
	});
	test("what only looks like a tag is text", () => {
		for (const text of ["<thin ice", "<", " <b>", "сначала <think>нет</think>", "<think"]) {
			expect(answer(...Array.from(text, textChunk), stop)).toMatchObject({ text, reasoning: "" });
		}
		const [text, thought] = ["ответ <think> </think>", "a </thin b < / c"];
		expect(answer(...Array.from(`<think>${thought}</think>${text}`, textChunk), stop)).toEqual({
			text,
			reasoning: thought,
			end: "stop",
		});
	});
	test("a thought that is never closed", () => {
		expect(answer(textChunk("<think>думаю"), textChunk("</thi"), stop)).toEqual({
			text: "",
			reasoning: "думаю</thi",
			end: "empty",
		});
	});
	const unopened = "думаю\n</think>\n\nответ";
	for (let cut = 1; cut < unopened.length; cut++) {
		test(`the end of a thought that was never begun, cut at ${cut}`, () => {
			const read = answer(textChunk(unopened.slice(0, cut)), textChunk(unopened.slice(cut)), stop);
			expect(read).toEqual({ ...expected, reasoning: "думаю\n" });
		});
	}
	test("the end of a thought that was never begun: letter by letter, at the end of its line, before the answer at once", () => {
		const thought = { ...expected, reasoning: "думаю" };
		expect(answer(...Array.from(unopened, textChunk), stop)).toEqual({ ...expected, reasoning: "думаю\n" });
		expect(answer(textChunk("думаю</think>\nответ"), stop)).toEqual(thought);
		expect(answer(textChunk("думаю</think>ответ"), stop)).toEqual(thought);
		expect(answer(textChunk("думаю</think>**ответ**"), stop).text).toBe("**ответ**");
	});
	test("nothing but such a thought is an empty answer, or one that reached its limit", () => {
		expect(answer(textChunk("думаю\n</think>"), stop)).toEqual({
			text: "",
			reasoning: "думаю\n",
			end: "empty",
		});
		expect(answer(textChunk("думаю</think>\n"), delta({}, "length"))).toMatchObject({ end: "length" });
	});
	test("the end of a thought before the first word is nothing", () => {
		for (const text of ["</think>ответ", "\n</think>\n\nответ"]) {
			expect(answer(...Array.from(text, textChunk), stop)).toEqual({ ...expected, reasoning: "" });
			expect(answer(delta({ reasoning: "думаю" }), textChunk(text), stop)).toEqual(expected);
		}
	});
	test("the end of a thought that an answer mentions is text", () => {
		for (const text of [
			"тег `</think>` и дальше",
			"тег </think> закрывает мысль",
			"тег </think>.",
			"```xml\n</think>\n```\nитак",
			"пример: <think>нет\n</think>\nда",
			"а </think",
			"а <",
		]) {
			expect(answer(textChunk(text), stop)).toMatchObject({ text, reasoning: "" });
			expect(answer(...Array.from(text, textChunk), stop)).toMatchObject({ text, reasoning: "" });
		}
	});
	test("reasoning alone is an empty answer", () => {
		expect(answer(delta({ reasoning: "думаю" }), stop).end).toBe("empty");
		expect(answer(delta({ reasoning: "думаю" }), delta({}, "length")).end).toBe("length");
		expect(answer(delta({ reasoning: "думаю" }), textChunk(" \n"), stop).end).toBe("empty");
	});
	test("blank lines without end are not kept", () => {
		const blank = textChunk("\n".repeat(1_000_000));
		const { text, end } = answer(blank, blank, textChunk("<think>думаю</think>ответ"), stop);
		expect([text, end]).toEqual(["ответ", "stop"]);
		const plain = answer(blank, blank, textChunk("ответ"), stop);
		expect(plain.text.length).toBeLessThan(10_000);
		expect(plain.text.trim()).toBe("ответ");
	});
	test("pieces are not held back", () => {
		const reader = new CompletionReader((text) => text);
		const given = ["п", "р", "<think>"].map((piece) => reader.read(Buffer.from(textChunk(piece))));
		expect(given.map((events) => events.length)).toEqual([1, 1, 1]);
	});
});

describe("5: finish_reason is an open list", () => {
	const finishes = {
		stop: ["stop", "STOP", "tool_calls", "function_call", "eos", "end_turn", "something-new"],
		length: ["length", "max_tokens", "model_context_window_exceeded"],
		filtered: ["content_filter", "blacklist"],
		"cut-off": ["error", "abort", "insufficient_system_resource", "", null, undefined, 0],
	};
	for (const [end, reasons] of Object.entries(finishes)) {
		for (const reason of reasons) {
			test(`${JSON.stringify(reason)} → ${end}`, () => {
				expect(answer(textChunk("да"), event({ choices: [{ delta: {}, finish_reason: reason }] })).end).toBe(
					end,
				);
			});
		}
	}
	test("an empty answer is a failure, unless it was filtered", () => {
		expect(answer(stop, done).end).toBe("empty");
		expect(answer(delta({}, "length")).end).toBe("length");
		expect(answer(delta({}, "tool_calls")).end).toBe("empty");
		expect(answer(delta({}, "content_filter")).end).toBe("filtered");
	});
	test("a broken answer stays broken after [DONE], and is unreachable when nothing was said", () => {
		expect(answer(textChunk("да"), delta({}, "error"), done).end).toBe("cut-off");
		expect(answer(delta({}, "error"), done).end).toBe("unreachable");
	});
	test("the reason may come with the last piece", () => {
		expect(answer(delta({ content: "да" }, "stop"))).toMatchObject({ text: "да", end: "stop" });
	});
});

describe("6: errors under status 200", () => {
	test("an error object in an event ends the stream, the text stays", () => {
		expect(
			answer(textChunk("да"), event({ error: { message: "died", code: 502 } }), done, textChunk("нет")),
		).toEqual({
			text: "да",
			reasoning: "",
			end: "unreachable",
		});
	});
	test("its code and words say which failure it is", () => {
		const codeOf = (error: unknown) => answer(event({ error, choices: [] })).end;
		expect(codeOf({ code: 429, message: "x" })).toBe("rate-limited");
		expect(codeOf({ code: "429", message: "x" })).toBe("rate-limited");
		expect(codeOf({ message: "Rate limit exceeded" })).toBe("rate-limited");
		expect(codeOf({ code: 402, message: "Insufficient credits" })).toBe("refused");
		expect(codeOf({ code: 400, type: "exceed_context_size_error", n_ctx: 4096 })).toBe("context-too-long");
		expect(codeOf({ message: "This model's maximum context length is 4096 tokens" })).toBe(
			"context-too-long",
		);
		expect(codeOf({ code: "model_not_found" })).toBe("model-missing");
		expect(codeOf({ message: "Upstream idle timeout" })).toBe("timeout");
		expect(codeOf("llama runner process has terminated")).toBe("unreachable");
	});
	test("a bare string", () =>
		expect(answer(textChunk("да"), event({ error: "died" })).end).toBe("unreachable"));
	test("inside a choice", () => {
		expect(answer(event({ choices: [{ error: { code: 429 }, finish_reason: "error" }] })).end).toBe(
			"rate-limited",
		);
	});
	test("by the event's name, JSON or not", () => {
		expect(answer(`event: error\n${event({ message: "too many requests" })}`).end).toBe("rate-limited");
		expect(answer("event: error\ndata: request timed out\n\n").end).toBe("timeout");
	});
	test("vLLM's flat object", () => {
		expect(answer(event({ object: "error", message: "The model `x` does not exist.", code: 404 })).end).toBe(
			"model-missing",
		);
	});
	test("error: null is none", () =>
		expect(answer(event({ error: null }), textChunk("да"), stop).end).toBe("stop"));
	test("a line of its own, as Ollama's native API sends it", () => {
		expect(answer(textChunk("да"), '{"error":"out of memory"}\n', textChunk("нет"), stop)).toMatchObject({
			text: "да",
			end: "unreachable",
		});
	});
	test("a JSON body that is no stream", () => {
		const error = { error: { message: "prompt is too long" } };
		expect(read(JSON.stringify(error)).end).toBe("context-too-long");
		expect(read(JSON.stringify(error, undefined, 2)).end).toBe("context-too-long");
		expect(read(JSON.stringify({ choices: [{ message: { content: "ответ" } }] })).end).toBe("malformed");
	});
	test("a page of HTML", () => expect(read("<!doctype html>\n<p>Hello\n").end).toBe("malformed"));
});

describe("7: usage", () => {
	const usage = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens });
	const told = ["stop", { promptTokens: 3, completionTokens: 4 }];
	test("after the reason, with no choices", () => {
		expect(answer(textChunk("да"), stop, event({ choices: [], usage: usage(3, 4) }), done).end).toEqual(told);
	});
	test("in the last chunk", () => {
		const last = event({ choices: [{ delta: {}, finish_reason: "stop" }], usage: usage(3, 4) });
		expect(answer(textChunk("да"), last).end).toEqual(told);
	});
	test("in every chunk: the last that is not null", () => {
		const chunk = (u: unknown) => event({ choices: [{ delta: { content: "а" } }], usage: u });
		expect(answer(chunk(usage(3, 1)), chunk(usage(3, 4)), chunk(null), stop).end).toEqual(told);
	});
	test("never, or not in numbers", () => {
		expect(answer(textChunk("да"), stop).end).toBe("stop");
		expect(answer(textChunk("да"), stop, event({ choices: [], usage: { prompt_tokens: "3" } })).end).toBe(
			"stop",
		);
	});
	test.each([12.5, -1, 1e12])("%s tokens are no number of tokens", (tokens) => {
		for (const told of [usage(tokens, 4), usage(3, tokens)])
			expect(answer(textChunk("да"), stop, event({ choices: [], usage: told })).end).toBe("stop");
	});
});

describe("any chunking gives the same", () => {
	const transcripts = {
		awkward: awkward(DEFAULT_ANSWER),
		thought:
			Array.from("<think>Сначала ёж 🦔</think>\r\nПотом — ответ 🙂.", textChunk).join("") + stop + done,
		"Mistral's parts": [
			textChunk([{ type: "thinking", thinking: [{ type: "text", text: "Ёж 🦔" }] }]),
			textChunk([{ type: "text", text: "Ответ 🙂" }]),
			stop,
		].join(""),
		"a thought that was never begun":
			Array.from("Сначала ёж 🦔\n</think>\n\nОтвет 🙂.", textChunk).join("") + stop,
		"blank reasoning":
			delta({ reasoning_text: "\n" }) + delta({ reasoning_text: " " }) + textChunk("да") + stop,
		"CRLF, reasoning, usage": (
			delta({ reasoning: "дума́ю" }) +
			textChunk("ответ") +
			delta({}, "length") +
			event({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } })
		).replaceAll("\n", "\r\n"),
		"error in the middle":
			textChunk("текст") + event({ error: { message: "ошибка", code: 429 } }) + textChunk("ещё"),
		"a line of error": `${textChunk("текст")}{"error":"ошибка"}\n`,
		"JSON body": JSON.stringify({ error: { message: "ошибка: context length" } }, undefined, 1),
		"cut in a letter": `${textChunk("текст")}data: {"choices":[{"delta":{"content":"хвос`,
	};
	const whole = { awkward: { text: DEFAULT_ANSWER, reasoning: "", end: "stop" } };

	for (const [name, transcript] of Object.entries(transcripts)) {
		test(name, () => {
			const bytes = Buffer.from(transcript);
			const expected = read(bytes);
			expect(expected).toMatchObject(name === "awkward" ? whole.awkward : {});
			if (bytes.length < 4_000) {
				for (let at = 1; at < bytes.length; at++) {
					expect(read(bytes.subarray(0, at), bytes.subarray(at))).toEqual(expected);
				}
			}
			const random = seeded(name.length);
			for (let round = 0; round < 60; round++) {
				const longest = 1 + Math.floor(random() * 2 ** (round % 10));
				const chunks: Uint8Array[] = [];
				for (let at = 0; at < bytes.length; ) {
					const length = 1 + Math.floor(random() * longest);
					chunks.push(bytes.subarray(at, at + length));
					at += length;
				}
				expect(read(...chunks)).toEqual(expected);
			}
		});
	}
});

/** Numbers from 0 to 1 that are the same in every run. */
function seeded(seed: number): () => number {
	let state = seed * 2_654_435_761;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
