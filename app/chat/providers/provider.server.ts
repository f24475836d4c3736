/** A part of a message. `url` of an image: `https:`, or `data:` with the image itself. */
export type MessagePart = { type: "text"; text: string } | { type: "image"; url: string };

/** One message of the model's context: a text, or parts in their order. */
export type ChatMessage = {
	role: "system" | "user" | "assistant";
	content: string | readonly MessagePart[];
};

/** Why the model stopped: it was finished, it reached its length limit, its server withheld the rest. */
export type Finish = "stop" | "length" | "filtered";

/** The events of a provider's stream. After `end` nothing follows. */
export type ProviderEvent =
	| { kind: "text"; text: string }
	| { kind: "reasoning"; text: string }
	/** Reclassifies all text of this stream so far as reasoning. */
	| { kind: "thought" }
	| { kind: "end"; finish: Finish; usage?: { promptTokens: number; completionTokens: number } };

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
	constructor(code: FailureCode, detail: string) {
		super(`${code}: ${detail}`);
		this.name = "ProviderError";
		this.code = code;
		this.detail = detail;
	}
}

/** A source of answers: a model's server, or the FAQ provider. */
export interface Provider {
	/**
	 * Yields pieces as they arrive and `end` last, or throws `ProviderError`. When `signal` is aborted the call is cut
	 * at once and the iteration ends without `end`.
	 * @param request.user a random id of the account: no name and no e-mail goes to the model
	 * @param request.maxTokens the answer's maximum length; undefined: the server's default
	 */
	stream(
		request: { model: string; messages: ChatMessage[]; user: string; maxTokens?: number },
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
	/** Whether it can generate a conversation's title. */
	generatesTitles: boolean;
	provider: Provider;
};
