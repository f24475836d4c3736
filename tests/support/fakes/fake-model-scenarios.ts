import { ATTACKS } from "../markdown-attacks.ts";
import type { FakeReply, ToolCall } from "./fake-model-reply.ts";
import { DEFAULT_ANSWER, inPieces, REASONING, recital, SHOWCASE, sentences } from "./fake-model-text.ts";

/** How the fake model treats one question. Returning without an end is a server that hangs. */
export type Scenario = (reply: FakeReply) => void | Promise<void>;

/** The model calls these tools at once. */
export const calls =
	(...wanted: ToolCall[]): Scenario =>
	(reply) =>
		reply.call(...wanted);

/** The model answers with this text. */
export const says =
	(text: string): Scenario =>
	async (reply) => {
		await reply.stream(text);
		reply.finish();
	};

const error = (message: string, more = {}) => ({ error: { message, ...more } });

export const scenarios = {
	/** The Markdown sample; the number is milliseconds per piece. */
	async default(reply) {
		reply.delta({ role: "assistant", content: "" });
		await reply.stream(DEFAULT_ANSWER, reply.numbers[0] ?? 1);
		reply.finish();
	},
	/** A long answer with much of what Markdown can do; the number is milliseconds per piece. */
	async showcase(reply) {
		await reply.stream(SHOWCASE, reply.numbers[0] ?? 2);
		reply.finish();
	},
	/** Everything that would like to be more than text. */
	async attacks(reply) {
		await reply.stream(inPieces(`${ATTACKS.join("\n\n")}\n\nВот и всё.`), 1);
		reply.finish();
	},
	/** The same text in a stream that is right and as awkward as can be. */
	async "split-cyrillic"(reply) {
		const bytes = Buffer.from(awkward(DEFAULT_ANSWER));
		for (let at = 0, step = 1; at < bytes.length; at += step, step = (step % 13) + 1) {
			reply.raw(bytes.subarray(at, at + step));
			if (step === 13) await reply.pause(1);
		}
		reply.end();
	},
	/** A sentence per so many milliseconds (100), so many of them (100). */
	async slow(reply) {
		const [everyMs = 100, count = 100] = reply.numbers;
		await reply.stream(sentences(count), everyMs);
		reply.finish();
	},
	/**
	 * A text of its own for each number, a piece per so many milliseconds (8). Asked to go on, it does, and
	 * repeats some of its last words first, as models do.
	 */
	async recite(reply) {
		const [number = 0, everyMs = 8] = reply.numbers;
		const whole = recital(number);
		const said = reply.question.messages.findLast(({ role }) => role === "assistant")?.content ?? "";
		if (!whole.startsWith(said)) throw new Error(`recital ${number} was given back changed: ${said}`);
		const repeated = (said.length * 7) % 60;
		await reply.stream(
			whole.slice(repeated < 20 ? said.length : Math.max(0, said.length - repeated)),
			everyMs,
		);
		reply.finish();
	},
	hang() {},
	/** Two sentences, and then silence over an open connection. */
	async "hang-midway"(reply) {
		await reply.stream(sentences(2));
	},
	"error-500"(reply) {
		reply.json(500, error("Internal error at http://10.0.0.7/v1?key=upstream-secret"));
	},
	"rate-limited"(reply) {
		reply.json(429, error("Rate limit reached, try again in 20s"), { "Retry-After": "20" });
	},
	refused(reply) {
		reply.json(401, error("Incorrect API key provided: sk-fake-upstream-secret"));
	},
	"model-missing"(reply) {
		reply.json(404, error(`model "${reply.question.model}" not found`, { type: "not_found_error" }));
	},
	"context-too-long"(reply) {
		reply.json(
			400,
			error("This model's maximum context length is 8 tokens", { code: "context_length_exceeded" }),
		);
	},
	/** The body ends in the middle, without a reason. */
	async "cut-off"(reply) {
		await reply.stream(sentences(3));
		reply.end();
	},
	/** The connection breaks in the middle. */
	async "broken-off"(reply) {
		await reply.stream(sentences(3));
		await reply.pause(20);
		reply.breakOff();
	},
	async length(reply) {
		await reply.stream(sentences(3));
		reply.finish("length");
	},
	async filtered(reply) {
		await reply.stream(sentences(1));
		reply.finish("content_filter");
	},
	/** The thought in a field of its own, then the sample. */
	async reasoning(reply) {
		await reply.stream(REASONING, 2, "reasoning_content");
		await reply.stream(DEFAULT_ANSWER, 2);
		reply.finish();
	},
	/** The thought in tags, cut by the pieces. */
	async think(reply) {
		await reply.stream(`<think>\n${REASONING}\n</think>\n\n${DEFAULT_ANSWER}`, 2);
		reply.finish();
	},
	/** The thought as Mistral sends it, in parts of the content. */
	async mistral(reply) {
		for (const text of inPieces(REASONING)) {
			reply.delta({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] });
		}
		for (const text of inPieces(DEFAULT_ANSWER)) reply.delta({ content: [{ type: "text", text }] });
		reply.finish();
	},
	/** The thought under the name that GitHub Copilot gives it. */
	async "reasoning-text"(reply) {
		await reply.stream(REASONING, 0, "reasoning_text");
		await reply.stream(DEFAULT_ANSWER);
		reply.finish();
	},
	/** The template has begun the thought; the stream only ends it. The number is milliseconds per piece. */
	async "think-unopened"(reply) {
		await reply.stream(`${REASONING}\n</think>\n\n${DEFAULT_ANSWER}`, reply.numbers[0] ?? 2);
		reply.finish();
	},
	/** Told not to think, it sends the frame of a thought. */
	async "reasoning-blank"(reply) {
		await reply.stream(["\n", " ", "\n"], 0, "reasoning_content");
		await reply.stream(DEFAULT_ANSWER);
		reply.finish();
	},
	/** All of the length went into the thought. */
	async "reasoning-length"(reply) {
		await reply.stream(REASONING, 0, "reasoning_content");
		reply.finish("length");
	},
	async "reasoning-only"(reply) {
		await reply.stream(REASONING, 0, "reasoning");
		reply.finish();
	},
	async "error-in-stream"(reply) {
		await reply.stream(sentences(2));
		reply.event(error("upstream died", { code: 502 }));
		reply.event("[DONE]");
		reply.end();
	},
	"json-200"(reply) {
		reply.json(
			200,
			error("the request exceeds the available context size", { type: "exceed_context_size_error" }),
		);
	},
	empty(reply) {
		reply.delta({ role: "assistant", content: null });
		reply.finish();
	},
	async "no-usage"(reply) {
		await reply.stream(DEFAULT_ANSWER);
		reply.finish("stop", { usage: false });
	},
	/** So many sentences (20 000, about 1.8 MB of Cyrillic) as fast as they go. */
	async huge(reply) {
		const all = sentences(reply.numbers[0] ?? 20_000);
		for (let at = 0; at < all.length; at += 200) {
			await reply.stream(all.slice(at, at + 200));
			await reply.pause(1);
		}
		reply.finish();
	},
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);

/** A whole body with a BOM, comments, mixed line ends, empty pieces, events of many lines and no last line end. */
export function awkward(text: string): string {
	const letters = Array.from(text);
	let body = "\uFEFF: начало\r\n\r\n";
	for (let at = 0, i = 0; at < letters.length; at += 3, i++) {
		const end = i % 2 ? "\r\n" : "\n";
		const json = JSON.stringify({ choices: [{ delta: { content: letters.slice(at, at + 3).join("") } }] });
		const data = i % 5 === 0 ? json.replace(":[", `:${end}data:[`) : json;
		if (i % 7 === 0) body += `: ещё думаю${end}`;
		if (i % 4 === 0) body += `data: {"choices":[{"delta":{"content":${i % 8 ? "null" : '""'}}}]}${end}${end}`;
		if (i % 6 === 0) body += `data: {"choices":[]}${end}${end}`;
		body += `${i % 3 ? "data: " : "data:"}${data}${end}${end}`;
	}
	return `${body}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\r\n\r\ndata: [DONE]`;
}
