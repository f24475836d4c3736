import { randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Answerer, ContextTooLong } from "./chat.server.ts";
import { type ChatRequest, readChatRequest } from "./chat-request.server.ts";
import type { Embedder } from "./embed.server.ts";

const MOST_BYTES = 32 * 1024 ** 2;

export type Served = { key: string; answer: Answerer | null; embed: Embedder | null };

/**
 * An HTTP server with OpenAI's `POST /v1/chat/completions` and `POST /v1/embeddings`, one request of each at a time. A
 * caller who hangs up ends its request. It logs nothing: people's words pass here.
 */
export function createModelServer({ key, answer, embed }: Served): Server {
	const answering = new Line();
	const embedding = new Line();
	return createServer((request, response) => {
		const hungUp = new AbortController();
		response.once("close", () => hungUp.abort());
		const { signal } = hungUp;
		void (async () => {
			if (!isAllowed(request, key)) return refuse(response, 401, "invalid_api_key");
			const path = request.method === "POST" ? request.url : "";
			if (path === "/v1/chat/completions" && answer) {
				const asked = readChatRequest(await readJson(request));
				if (!asked) return refuse(response, 400, "invalid_request");
				return answering.run(signal, () => complete(response, asked, answer, signal));
			}
			if (path === "/v1/embeddings" && embed) {
				const body = await readJson(request);
				return embedding.run(signal, async () => {
					const vectors = await embed(body, signal);
					if (!vectors) return refuse(response, 400, "invalid_request");
					send(response, 200, { data: vectors.map((embedding, index) => ({ index, embedding })) });
				});
			}
			refuse(response, 404, "not_found");
		})().catch((error: unknown) => {
			if (signal.aborted) return;
			if (error instanceof ContextTooLong) return refuse(response, 400, "context_length_exceeded");
			// The name alone: the message may quote a question.
			refuse(response, 500, error instanceof Error ? error.name : "error");
		});
	});
}

/** Runs tasks one after another; a task given up meanwhile is left out. */
class Line {
	#last: Promise<unknown> = Promise.resolve();

	run(signal: AbortSignal, task: () => Promise<void>): Promise<void> {
		const mine = this.#last.then(() => (signal.aborted ? undefined : task()));
		this.#last = mine.catch(() => {});
		return mine;
	}
}

function isAllowed({ headers }: IncomingMessage, key: string): boolean {
	const [given, wanted] = [Buffer.from(headers.authorization ?? ""), Buffer.from(`Bearer ${key}`)];
	return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function complete(
	response: ServerResponse,
	request: ChatRequest,
	answer: Answerer,
	signal: AbortSignal,
): Promise<void> {
	const id = `chatcmpl-${randomUUID()}`;
	const chunk = (choice: object, more = {}) => {
		if (!response.headersSent) response.writeHead(200, { "Content-Type": "text/event-stream" });
		const data = { id, object: "chat.completion.chunk", choices: [{ index: 0, ...choice }], ...more };
		response.write(`data: ${JSON.stringify(data)}\n\n`);
	};
	let text = "";
	const { finish, promptTokens, completionTokens } = await answer(request, signal, (piece) => {
		if (!request.stream) text += piece.kind === "text" ? piece.text : "";
		else chunk({ delta: { [piece.kind === "text" ? "content" : "reasoning_content"]: piece.text } });
	});
	const usage = { prompt_tokens: promptTokens, completion_tokens: completionTokens };
	if (!request.stream) {
		const message = { role: "assistant", content: text };
		return send(response, 200, { id, choices: [{ index: 0, message, finish_reason: finish }], usage });
	}
	chunk({ delta: {}, finish_reason: finish }, request.usage ? { usage } : {});
	response.end("data: [DONE]\n\n");
}

async function readJson(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const bytes of request as AsyncIterable<Buffer>) {
		size += bytes.length;
		if (size > MOST_BYTES) return null;
		chunks.push(bytes);
	}
	try {
		return JSON.parse(Buffer.concat(chunks).toString("utf8"));
	} catch {
		return null;
	}
}

function send(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, code: string): void {
	if (response.headersSent) return void response.destroy();
	send(response, status, { error: { code, message: code } });
}
