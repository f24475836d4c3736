import { getEventListeners, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenAiSettings, openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import {
	type ChatMessage,
	ProviderError,
	type ProviderEvent,
} from "../../../app/chat/providers/provider.server.ts";
import { BackgroundStreams } from "../../../app/chat/providers/thread/background-streams.server.ts";
import { asFailure } from "../../../app/chat/providers/upstream/upstream-call.server.ts";
import { streamCompletion } from "../../../app/chat/providers/wire/stream-completion.server.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { Scenario, ScenarioName } from "../../support/fakes/fake-model-scenarios.ts";
import { DEFAULT_ANSWER, REASONING, sentences } from "../../support/fakes/fake-model-text.ts";

const KEY = "sk-our-own-key-0123456789";
const PROMPT = "Мой тайный вопрос о кактусах";
const messages: ChatMessage[] = [{ role: "user", content: PROMPT }];

const background = new BackgroundStreams();
afterAll(() => background.close());

describe.each<[where: string, stream: typeof streamCompletion]>([
	["in this thread", streamCompletion],
	["in another thread", (...request) => background.stream(...request)],
])("%s", (_, stream) => {
	let model: FakeModel;
	beforeEach(async () => {
		model = await startFakeModel();
	});
	afterEach(() => model.stop());

	const provider = (more: Partial<OpenAiSettings> = {}) =>
		openAiProvider({ baseUrl: model.url, apiKey: KEY, idleTimeoutMs: 60_000, ...more }, stream);

	type Collected = { text: string; reasoning: string; end?: ProviderEvent; error?: unknown };

	async function collect(
		next: Scenario | ScenarioName,
		more: Partial<OpenAiSettings> = {},
		signal = new AbortController().signal,
	): Promise<Collected> {
		model.script(next);
		const collected: Collected = { text: "", reasoning: "" };
		try {
			for await (const event of provider(more).stream({ model: "m", messages, user: "u-1" }, signal)) {
				if (event.kind === "end") collected.end = event;
				else if (event.kind === "thought") {
					collected.reasoning += collected.text;
					collected.text = "";
				} else collected[event.kind] += event.text;
			}
		} catch (error) {
			collected.error = error;
		}
		return collected;
	}

	const until = (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true);

	/**
	 * The model says each sentence 100 ms after the one before it was heard: of sentences that are read together, since the
	 * reading stood still, one piece is made.
	 * @returns says that a piece was heard
	 */
	function inTurn(): () => void {
		let heard = Promise.withResolvers<void>();
		model.script(async (reply) => {
			for (const sentence of sentences(100)) {
				heard = Promise.withResolvers<void>();
				reply.delta({ content: sentence });
				await heard.promise;
				await reply.pause(100);
			}
		});
		return () => heard.resolve();
	}

	test("asks as the protocol wants, under the path of the base URL", async () => {
		await collect("no-usage", { baseUrl: `${model.url}/`, headers: { "OpenAI-Project": "folder-1" } });
		expect(model.requests).toEqual([{ model: "m", messages, user: "u-1", stream: true }]);
		expect(model.headers[0]).toMatchObject({
			authorization: `Bearer ${KEY}`,
			"openai-project": "folder-1",
			"content-type": "application/json",
			accept: "text/event-stream",
		});
	});

	test("7: asks for usage only where the server knows of it, and sends no key when there is none", async () => {
		const { end } = await collect("length", { supportsUsage: true, apiKey: undefined });
		expect(model.requests[0]?.stream_options).toEqual({ include_usage: true });
		expect(model.headers[0]).not.toHaveProperty("authorization");
		expect(end).toEqual({ kind: "end", finish: "length", usage: { promptTokens: 12, completionTokens: 34 } });
	});

	test("a long and awkward stream comes out exact", async () => {
		expect(await collect("split-cyrillic")).toMatchObject({ text: DEFAULT_ANSWER, end: { finish: "stop" } });
		expect((await collect("huge")).text).toBe(sentences(20_000).join(""));
	});

	test.each([
		["mistral", REASONING],
		["reasoning-text", REASONING],
		["think-unopened", `${REASONING}\n`],
		["reasoning-blank", ""],
	] as const)("reasoning in the shape of «%s» is told from the answer", async (scenario, reasoning) => {
		expect(await collect(scenario)).toMatchObject({
			text: DEFAULT_ANSWER,
			reasoning,
			end: { finish: "stop" },
		});
	});

	test("all of the length spent on reasoning is a failure of its own", async () => {
		const { text, reasoning, error } = await collect("reasoning-length");
		expect([text, reasoning, (error as ProviderError).code]).toEqual(["", REASONING, "length"]);
	});

	const event = (delta: unknown, finish_reason: string | null = null) =>
		`data: ${JSON.stringify({ choices: [{ delta, finish_reason }] })}\n\n`;
	const STOP = event({}, "stop");

	test.each([
		[
			"Mistral's parts",
			event({ content: [{ type: "thinking", thinking: [{ type: "text", text: "Ёж" }] }] }) +
				event({ content: [{ type: "text", text: "Да" }] }) +
				STOP,
			{ text: "Да", reasoning: "Ёж", end: { finish: "stop" } },
		],
		[
			"reasoning_text",
			event({ reasoning_text: "Ёж" }) + event({ content: "Да" }) + STOP,
			{ text: "Да", reasoning: "Ёж", end: { finish: "stop" } },
		],
		[
			"the end of a thought alone",
			event({ content: "Ёж</th" }) + event({ content: "ink>\nДа" }) + STOP,
			{ text: "Да", reasoning: "Ёж", end: { finish: "stop" } },
		],
		[
			"blank reasoning",
			event({ reasoning: "\n" }) + event({ content: "Да" }) + STOP,
			{ text: "Да", reasoning: "", end: { finish: "stop" } },
		],
		[
			"reasoning up to the limit",
			event({ reasoning: "Ёж" }) + event({}, "length"),
			{ text: "", reasoning: "Ёж", error: { code: "length" } },
		],
		[
			"words and then the filter",
			event({ content: "Да" }) + event({}, "content_filter"),
			{ text: "Да", reasoning: "", end: { finish: "filtered" } },
		],
	])("split at each byte: %s", async (_name, body, expected) => {
		const bytes = Buffer.from(body);
		for (let cut = 1; cut < bytes.length; cut++) {
			const split: Scenario = async (reply) => {
				reply.raw(bytes.subarray(0, cut));
				await reply.pause(0);
				reply.raw(bytes.subarray(cut));
				reply.end();
			};
			expect(await collect(split), `cut at ${cut}`).toMatchObject(expected);
		}
	});

	test("pieces come as they are said", async () => {
		const hear = inTurn();
		const controller = new AbortController();
		const start = performance.now();
		const at: number[] = [];
		for await (const event of provider().stream({ model: "m", messages, user: "u" }, controller.signal)) {
			expect(event).toEqual({ kind: "text", text: sentences(at.length + 1).at(-1) });
			at.push(performance.now() - start);
			if (at.length === 3) controller.abort();
			hear();
		}
		expect(at).toHaveLength(3);
		expect(at[1]).toBeGreaterThan(95);
		expect(at[2]).toBeGreaterThan(190);
	});

	test("reasoning, in a field or in tags", async () => {
		const fieldwise = await collect("reasoning");
		expect(fieldwise).toMatchObject({ text: DEFAULT_ANSWER, reasoning: REASONING, end: { finish: "stop" } });
		const tagged = await collect("think");
		expect(tagged).toMatchObject({
			text: DEFAULT_ANSWER,
			reasoning: `${REASONING}\n`,
			end: { finish: "stop" },
		});
	});

	test("length and filter are ends, not failures", async () => {
		expect(await collect("length")).toMatchObject({ text: sentences(3).join(""), end: { finish: "length" } });
		expect(await collect("filtered")).toMatchObject({
			text: sentences(1).join(""),
			end: { finish: "filtered" },
		});
	});

	describe("9: failures have a code", () => {
		const codes = {
			"error-500": "unreachable",
			"rate-limited": "rate-limited",
			refused: "refused",
			"model-missing": "model-missing",
			"context-too-long": "context-too-long",
			"cut-off": "cut-off",
			"broken-off": "cut-off",
			"error-in-stream": "unreachable",
			"json-200": "context-too-long",
			empty: "empty",
			"reasoning-only": "empty",
		} as const;
		for (const [scenario, code] of Object.entries(codes) as [ScenarioName, string][]) {
			test(`${scenario} → ${code}`, async () => {
				const { error, end } = await collect(scenario);
				expect(error).toBeInstanceOf(ProviderError);
				expect(error).toMatchObject({ code });
				expect(end).toBeUndefined();
			});
		}
		const statuses = {
			refused: [302, 307, 400, 401, 402, 403, 405, 422],
			"model-missing": [404],
			timeout: [408, 504],
			"context-too-long": [413],
			"rate-limited": [429],
			unreachable: [500, 502, 503],
		};
		for (const [code, list] of Object.entries(statuses)) {
			test(`status ${list.join(", ")} → ${code}`, async () => {
				for (const status of list) {
					const reply: Scenario = (r) =>
						r.json(status, "nothing to add", { Location: `${model.url}/chat/completions` });
					expect((await collect(reply)).error).toMatchObject({ code });
				}
				expect(model.requests).toHaveLength(list.length);
			});
		}
		test("the ways in which servers word an error", async () => {
			const codeOf = async (status: number, body: unknown) => {
				const { error } = await collect((r) => r.json(status, body));
				return error instanceof ProviderError ? error.code : error;
			};
			expect(await codeOf(400, { error: "model 'x' not found, try pulling it first" })).toBe("model-missing");
			expect(await codeOf(400, { message: "Prompt is too long" })).toBe("context-too-long");
			expect(await codeOf(422, { detail: "too many tokens" })).toBe("context-too-long");
			expect(await codeOf(429, { error: { code: "insufficient_quota" } })).toBe("refused");
			expect(await codeOf(429, { error: { message: "too many tokens per minute" } })).toBe("rate-limited");
			expect(await codeOf(400, [{ error: {} }])).toBe("refused");
		});
		test.each([
			[500, "tools param requires --jinja flag"],
			[400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
			[400, "registry.ollama.ai/library/gemma:2b does not support tools"],
			[404, "No endpoints found that support tool use."],
			[422, "Invalid params: functions: function_call is not supported by the model"],
		])("a server that takes no tools says so: %s %s", async (status, message) => {
			const tools = [{ name: "time", description: "", parameters: { type: "object", properties: {} } }];
			const codeOf = async (offered: typeof tools) => {
				model.script((r) => r.json(status, { error: { message } }));
				const request = { model: "m", messages, user: "u-1", tools: offered };
				try {
					await Array.fromAsync(provider().stream(request, new AbortController().signal));
				} catch (error) {
					return error instanceof ProviderError ? error.code : error;
				}
				return "none";
			};
			expect(await codeOf(tools)).toBe("tools-refused");
			expect(await codeOf([])).not.toBe("tools-refused");
			expect(model.requests.at(-1)).not.toHaveProperty("tools");
		});
		test("what was said before stays said", async () => {
			for (const scenario of ["cut-off", "broken-off"] as const) {
				expect((await collect(scenario)).text).toBe(sentences(3).join(""));
			}
			expect((await collect("error-in-stream")).text).toBe(sentences(2).join(""));
		});
		test("nobody listens → unreachable", async () => {
			await model.stop();
			expect((await collect("default")).error).toMatchObject({ code: "unreachable", detail: "ECONNREFUSED" });
			model = await startFakeModel();
		});
		test("DNS does not know the name, or is gone → unreachable", async () => {
			const { error } = await collect("default", {
				baseUrl: "http://model.invalid/v1",
				connectTimeoutMs: 2_000,
			});
			const detail = expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN|no connection in 2000 ms)$/);
			expect(error).toMatchObject({ code: "unreachable", detail });
		});
		test("a server that accepts and never greets → unreachable after the time for a connection", async () => {
			const mute = createTcpServer().listen(0, "127.0.0.1");
			await once(mute, "listening");
			const { port } = mute.address() as AddressInfo;
			const { error } = await collect("default", {
				baseUrl: `https://127.0.0.1:${port}`,
				connectTimeoutMs: 80,
			});
			expect(error).toMatchObject({ code: "unreachable", detail: "no connection in 80 ms" });
			mute.close();
		});
		test("a connection that breaks before the head, or before the first piece → unreachable, asked once", async () => {
			expect((await collect((r) => r.breakOff())).error).toMatchObject({ code: "unreachable" });
			const { error } = await collect(async (r) => {
				r.delta({ role: "assistant" });
				await r.pause(20);
				r.breakOff();
			});
			expect(error).toMatchObject({ code: "unreachable" });
			expect(model.requests).toHaveLength(2);
		});
		test("a server that switches to another protocol, on a new connection or a kept one → unreachable, asked once", async () => {
			const one = provider();
			const ask = async () => {
				const { signal } = new AbortController();
				return Array.fromAsync(one.stream({ model: "m", messages, user: "u-1" }, signal));
			};
			const switched = { code: "unreachable", detail: "EPROTO" };
			model.script((r) => r.switchProtocols());
			await expect(ask()).rejects.toMatchObject(switched);
			model.script("no-usage");
			await ask();
			model.script((r) => r.switchProtocols());
			await expect(ask()).rejects.toMatchObject(switched);
			expect(model.requests).toHaveLength(3);
		});
		test("a broken connection is named by its code; a mistake of ours is not taken for one", () => {
			const broken = Object.assign(new Error("connect http://host/?key=secret"), { code: "EPIPE" });
			expect(asFailure(broken)).toMatchObject({ code: "unreachable", detail: "EPIPE" });
			expect(() => asFailure(new TypeError("x is not a function"))).toThrow(TypeError);
		});
		test("a key that cannot stand in a header → unreachable, without the key", async () => {
			const { error } = await collect("default", { apiKey: "ключ\nс переносом" });
			expect(error).toMatchObject({ code: "unreachable", detail: "ERR_INVALID_CHAR" });
		});
	});

	// Time enough for a request, or a piece, to arrive where this process or the thread stands still for seconds.
	describe("8: silence", () => {
		const times = async (next: Scenario | ScenarioName, more: Partial<OpenAiSettings>) => {
			const start = performance.now();
			return { ...(await collect(next, more)), ms: performance.now() - start };
		};
		test("before the first piece ends the attempt after twice the idle time", async () => {
			const { error, ms } = await times("hang", { idleTimeoutMs: 3_000 });
			expect(error).toMatchObject({ code: "timeout" });
			expect(ms).toBeGreaterThan(5_990);
			await until(() => model.abortedCount === 1);
		});
		test("between pieces ends it after the idle time; the text stays", async () => {
			const { error, text } = await collect("hang-midway", {
				idleTimeoutMs: 2_000,
				firstPieceTimeoutMs: 60_000,
			});
			expect(error).toMatchObject({ code: "timeout" });
			expect(text).toBe(sentences(2).join(""));
			await until(() => model.abortedCount === 1);
		});
		test("is not broken by comments", async () => {
			const { error } = await times(
				async (r) => {
					await r.stream(["да"]);
					for (;;) {
						await r.pause(40);
						r.raw(": ещё думаю\n\n");
					}
				},
				{ idleTimeoutMs: 150 },
			);
			expect(error).toMatchObject({ code: "timeout" });
		});
		test("is broken by each piece, however long the whole takes", async () => {
			const { text, end, ms } = await times(
				async (r) => {
					await r.stream(sentences(20), 600);
					r.finish();
				},
				{ idleTimeoutMs: 10_000 },
			);
			expect(ms).toBeGreaterThan(10_000);
			expect(text).toBe(sentences(20).join(""));
			expect(end).toMatchObject({ finish: "stop" });
		});
		test("a model that has to be loaded may send its head and role first", async () => {
			const { end } = await times(
				async (r) => {
					r.delta({ role: "assistant", content: "" });
					await r.pause(250);
					await r.stream("Загрузилась");
					r.finish();
				},
				{ idleTimeoutMs: 100, firstPieceTimeoutMs: 60_000 },
			);
			expect(end).toMatchObject({ finish: "stop" });
		});
		test("after the reason is no failure and is not waited for long", async () => {
			const { end } = await collect(
				async (r) => {
					await r.stream("Готово");
					r.delta({}, "stop");
				},
				{ idleTimeoutMs: 600_000 },
			);
			expect(end).toMatchObject({ finish: "stop" });
		});
		test("of a slow reader is not the model's", async () => {
			model.script("huge");
			const idleTimeoutMs = 5_000;
			let text = "";
			for await (const event of provider({ idleTimeoutMs }).stream(
				{ model: "m", messages, user: "u" },
				new AbortController().signal,
			)) {
				if (event.kind === "text") {
					if (text === "") await sleep(idleTimeoutMs + 500);
					text += event.text;
				}
			}
			expect(text).toBe(sentences(20_000).join(""));
		});
	});

	describe("8: abort", () => {
		test("before the call: nothing is asked", async () => {
			expect(await collect("default", {}, AbortSignal.abort())).toEqual({ text: "", reasoning: "" });
			expect(model.requests).toHaveLength(0);
		});
		test("before the head reaches the server at once and ends quietly", async () => {
			const controller = new AbortController();
			const collected = collect("hang", {}, controller.signal);
			await until(() => model.requests.length === 1);
			controller.abort("stop");
			expect(await collected).toEqual({ text: "", reasoning: "" });
			await until(() => model.abortedCount === 1);
		});
		test("between pieces reaches the server and leaves no listener", async () => {
			const controller = new AbortController();
			const hear = inTurn();
			let pieces = 0;
			for await (const event of provider().stream({ model: "m", messages, user: "u" }, controller.signal)) {
				expect(event.kind).toBe("text");
				if (++pieces < 2) hear();
				else
					setTimeout(() => {
						controller.abort("stop");
						hear();
					}, 20);
			}
			await until(() => model.abortedCount === 1);
			expect(pieces).toBe(2);
			expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
		});
		test("a reader that leaves is as good as an abort", async () => {
			const { signal } = new AbortController();
			model.script("slow");
			for await (const _ of provider().stream({ model: "m", messages, user: "u" }, signal)) break;
			await until(() => model.abortedCount === 1);
			expect(getEventListeners(signal, "abort")).toHaveLength(0);
		});
		test("no listener stays after an end or a failure either", async () => {
			const { signal } = new AbortController();
			await collect("no-usage", {}, signal);
			await collect("error-500", {}, signal);
			await collect("broken-off", {}, signal);
			expect(getEventListeners(signal, "abort")).toHaveLength(0);
		});
	});

	describe("connections", () => {
		/** A server that counts connections and may close a kept one on its second question. */
		async function countingServer(closeOnSecond: boolean) {
			let connections = 0;
			const asked: number[] = [];
			const server = createServer((request, response) => {
				const nth = (seen.get(request.socket) ?? 0) + 1;
				seen.set(request.socket, nth);
				asked.push(nth);
				if (nth > 1 && closeOnSecond) return void request.socket.destroy();
				request.resume().on("end", () => {
					response.write('data: {"choices":[{"delta":{"content":"да"},"finish_reason":"stop"}]}\n\n');
					response.end("data: [DONE]\n\n");
				});
			});
			const seen = new Map<unknown, number>();
			// Otherwise it tells of five seconds, and one kept for four is left before the next question.
			server.keepAliveTimeout = 0;
			server.on("connection", () => connections++);
			await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
			const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
			const one = openAiProvider({ baseUrl, idleTimeoutMs: 60_000 }, stream);
			return {
				async ask() {
					const kinds: string[] = [];
					const { signal } = new AbortController();
					for await (const { kind } of one.stream({ model: "m", messages, user: "u" }, signal))
						kinds.push(kind);
					// The end of the body comes a moment after the end of the answer: another exchange takes longer.
					await collect("error-500");
					return kinds.join();
				},
				counts: () => ({ connections, asked: asked.length }),
				stop: () => {
					server.closeAllConnections();
					server.close();
				},
			};
		}
		test("are kept from one question to the next", async () => {
			const server = await countingServer(false);
			for (let i = 0; i < 3; i++) expect(await server.ask()).toBe("text,end");
			expect(server.counts()).toEqual({ connections: 1, asked: 3 });
			server.stop();
		});
		test("a kept one that has died is replaced, once", async () => {
			const server = await countingServer(true);
			expect(await server.ask()).toBe("text,end");
			expect(await server.ask()).toBe("text,end");
			expect(server.counts()).toEqual({ connections: 2, asked: 3 });
			server.stop();
		});
		test("the replacement is a new one, also where several have died together", async () => {
			const server = await countingServer(true);
			expect(await Promise.all([server.ask(), server.ask()])).toEqual(["text,end", "text,end"]);
			expect(await server.ask()).toBe("text,end");
			expect(server.counts()).toEqual({ connections: 3, asked: 4 });
			server.stop();
		});
		test("one that the server leaves open after [DONE] is closed", async () => {
			const { end } = await collect(async (r) => {
				await r.stream("да");
				r.delta({}, "stop");
				r.event("[DONE]");
			});
			expect(end).toMatchObject({ finish: "stop" });
			await until(() => model.abortedCount === 1);
		});
	});

	test("9: no key, address, prompt or foreign secret stands in any error", async () => {
		const echo: Scenario = (r) =>
			r.json(400, {
				error: { message: `Bad key ${KEY} at ${model.url}?key=upstream-secret for «${PROMPT}»`, code: "bad" },
			});
		const inStream: Scenario = (r) => {
			r.event({ error: { message: `key ${KEY}: «${PROMPT}» rejected` } });
			r.end();
		};
		const notJson: Scenario = (r) => {
			r.event(`Bearer ${KEY} ${PROMPT}`);
			r.end();
		};
		for (const scenario of [echo, inStream, notJson, "refused", "error-500"] as const) {
			const { error } = await collect(scenario);
			expect(error).toBeInstanceOf(ProviderError);
			const everything = inspect(error, { depth: 10, showHidden: true, getters: true });
			for (const secret of [KEY, "upstream-secret", "кактус", "тайный"])
				expect(everything).not.toContain(secret);
		}
		const { error } = await collect(echo);
		expect(error).toMatchObject({
			code: "refused",
			detail: expect.stringContaining("HTTP 400 bad Bad key […] at"),
		});
	});
});
