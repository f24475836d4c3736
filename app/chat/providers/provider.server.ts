import type { AskedCall } from "./calls/call-assembler.server.ts";
import type { Effort } from "./wire/effort.server.ts";

/** A part of a message. `url` of an image: `https:`, or `data:` with the image itself. */
export type MessagePart = { type: "text"; text: string } | { type: "image"; url: string };

/** One message of the model's context: a text, or parts in their order. */
export type ChatMessage =
	| { role: "system" | "user" | "assistant"; content: string | readonly MessagePart[] }
	/** A message that calls tools, as it goes to the server; `content` is its JSON, by which it is measured. */
	| { role: "assistant"; content: string; calls: Record<string, unknown> }
	/** A message that has more than its text, as it goes to the server; `content` is its JSON as well. */
	| { role: "assistant"; content: string; wire: Record<string, unknown> }
	/** The result of a call. */
	| { role: "tool"; content: string; callId: string };

/** A tool as the model is told of it. */
export type OfferedTool = { name: string; description: string; parameters: Record<string, unknown> };

/** The calls that a model asks for, and its message with them as it goes back to its server. */
export type CallingMessage = { calls: AskedCall[]; message: Record<string, unknown> };

/** Why the model stopped: it was finished, it reached its length limit, its server withheld the rest. */
export type Finish = "stop" | "length" | "filtered";

/** The events of a provider's stream. After `end` nothing follows. */
export type ProviderEvent =
	| { kind: "text"; text: string }
	| { kind: "reasoning"; text: string }
	/** Reclassifies all text of this stream so far as reasoning. */
	| { kind: "thought" }
	| {
			kind: "end";
			finish: Finish;
			usage?: { promptTokens: number; completionTokens: number };
			/** The model asks for tools, instead of an answer or after a part of it. */
			asked?: CallingMessage;
	  };

/**
 * Why there is no answer, or an incomplete one. `cut-off`: the stream ended in the middle of an answer without a
 * finish reason; `length`: the model reached the length limit while reasoning, before its first word; `refused`: the
 * server rejects every request (key, balance, an unsupported request); `malformed`: the response is not of this
 * protocol.
 */
export type FailureCode =
	| "unreachable"
	| "refused"
	| "rate-limited"
	| "timeout"
	| "context-too-long"
	| "model-missing"
	| "tools-refused"
	| "effort-refused"
	| "empty"
	| "length"
	| "cut-off"
	| "malformed";

/**
 * An expected failure of an answer. Pieces yielded before it stay. `detail` is for the log alone: without keys and
 * user text, and never shown on a screen.
 */
export class ProviderError extends Error {
	readonly code: FailureCode;
	readonly detail: string;
	/** The status of HTTP, where the server answered with one. */
	readonly status: number | undefined;
	constructor(code: FailureCode, detail: string, status?: number) {
		super(`${code}: ${detail}`);
		this.name = "ProviderError";
		this.code = code;
		this.detail = detail;
		this.status = status;
	}
}

/**
 * The model's process, or the thread that reads its stream, has died in mid-answer and is being started again: a next
 * attempt goes on from the text so far.
 */
export class ModelRestarted extends Error {
	override readonly name = "ModelRestarted";
}

/** Why an answer has no text yet: its place among those that wait for the model, or the model is being loaded. */
export type Waiting = { kind: "queue"; place: number } | { kind: "loading" };

/** A source of answers: a model's server, or the FAQ provider. */
export interface Provider {
	/**
	 * Yields pieces as they arrive and `end` last, or throws `ProviderError`. When `signal` is aborted the call is cut
	 * at once and the iteration ends without `end`.
	 * @param request.user a random id of the account: no name and no e-mail goes to the model
	 * @param request.maxTokens the answer's maximum length; undefined: the server's default
	 * @param request.tools what the model may call; none: calls are no part of the answer
	 * @param request.effort how long to reason; undefined: as the server sees fit
	 * @param request.onWait told what the answer waits for, where the source knows, and null when it no longer waits
	 */
	stream(
		request: {
			model: string;
			messages: ChatMessage[];
			user: string;
			maxTokens?: number;
			tools?: readonly OfferedTool[];
			effort?: Effort | undefined;
			onWait?: (waiting: Waiting | null) => void;
		},
		signal: AbortSignal,
	): AsyncIterable<ProviderEvent>;
}

/** A model that users may choose. */
export type Model = {
	id: string;
	title: string;
	description?: string;
	/** The context size: input and output together. */
	contextTokens: number;
	/** The limit of an answer's length; undefined: the server's default. */
	answerTokens?: number;
	/** Prompts may cross the border; users are notified. */
	crossBorder: boolean;
	/** Whether it takes pictures. */
	sees: boolean;
	/** Whether it can call tools. */
	tools: boolean;
	/** The reasoning that its server requires back: that of messages with calls, or none. */
	reasoningBack: "tools" | "never";
	/** The server's words for reasoning as usual and for reasoning longer; none: there is no choice. */
	effort?: readonly [string, string] | undefined;
	/** The id of the model that answers while this one is down. */
	spare?: string;
	/** The price of its server, in kopecks for a million tokens; none: nobody has given one. */
	price?: { input: number; cached: number; output: number };
	/** Nobody may ask it for now. */
	off?: boolean | undefined;
	/** Whether it can generate a conversation's title. */
	generatesTitles: boolean;
	provider: Provider;
};
