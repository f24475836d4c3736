import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { inPieces } from "./fake-model-text.ts";
import { switchProtocols } from "./http-fake.ts";

export type FakePart = { type: string; text?: string; image_url?: { url: string } };

export type FakeQuestion = {
	model: string;
	/** `parts`: where a message has pictures; its texts are its content then. */
	messages: { role: string; content: string; parts?: FakePart[] }[];
	user?: string;
	stream?: boolean;
	stream_options?: { include_usage?: boolean };
};

/** A tool as a model calls it. */
export type ToolCall = [name: string, args: object];

/** The fake model's side of one completion. Every step stops the scenario when the caller has gone. */
export class FakeReply {
	readonly question: FakeQuestion;
	/** Numbers after the scenario's name: `сценарий:slow:50:200`. */
	readonly numbers: number[];
	/** We have broken the connection, not the caller. */
	brokeOff = false;
	readonly #response: ServerResponse;
	readonly #gone = new AbortController();

	constructor(response: ServerResponse, question: FakeQuestion, numbers: number[]) {
		this.#response = response;
		this.question = question;
		this.numbers = numbers;
		response.on("close", () => this.#gone.abort());
	}

	get isDisconnected(): boolean {
		return this.#gone.signal.aborted;
	}

	async pause(ms: number): Promise<void> {
		await sleep(ms, undefined, { signal: this.#gone.signal });
	}

	/** An answer that is no stream: an error, usually. */
	json(status: number, body: unknown, headers = {}): void {
		this.#response
			.writeHead(status, { "Content-Type": "application/json", ...headers })
			.end(JSON.stringify(body));
	}

	/** Bytes as they are. The head of an event stream goes out before the first of them. */
	raw(bytes: string | Uint8Array): void {
		this.#gone.signal.throwIfAborted();
		if (!this.#response.headersSent) {
			this.#response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
		}
		this.#response.write(bytes);
	}

	event(data: unknown): void {
		this.raw(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
	}

	delta(delta: Record<string, unknown>, finish: string | null = null): void {
		this.event({
			id: "chatcmpl-1",
			object: "chat.completion.chunk",
			created: 1_760_000_000,
			model: this.question.model,
			choices: [{ index: 0, delta, finish_reason: finish }],
		});
	}

	/** A text in pieces, one per `everyMs`; 0 sends them as fast as they go. */
	async stream(text: string | string[], everyMs = 0, field = "content"): Promise<void> {
		for (const piece of typeof text === "string" ? inPieces(text) : text) {
			this.delta({ [field]: piece });
			if (everyMs > 0) await this.pause(everyMs);
		}
	}

	/** Tools are called at once, which ends the reply; the ids are their own in each request of a conversation. */
	call(...calls: ToolCall[]): void {
		for (const [index, [name, args]] of calls.entries()) {
			const id = `call-${this.question.messages.length}-${index}`;
			const about = { name, arguments: JSON.stringify(args) };
			this.delta({ tool_calls: [{ index, id, type: "function", function: about }] });
		}
		this.finish("tool_calls");
	}

	/** The reason, the bill, `[DONE]`, the end. */
	finish(reason = "stop", { usage = true } = {}): void {
		this.delta({}, reason);
		if (usage) {
			this.event({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 } });
		}
		this.event("[DONE]");
		this.#response.end();
	}

	/** Ends the body, or breaks the connection in the middle of it. */
	end(): void {
		this.#response.end();
	}
	switchProtocols(): void {
		switchProtocols(this.#response);
	}
	breakOff(): void {
		this.brokeOff = true;
		this.#response.destroy();
	}
}
