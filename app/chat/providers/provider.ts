/** One turn of the conversation as a model reads it. */
export type ChatMessage = { role: "system" | "user" | "assistant"; content: string };

/** Why the model stopped: it was finished, it reached a limit of length, its server hid the rest. */
export type Finish = "stop" | "length" | "filtered";

/** What a provider says while it answers. After `end` nothing follows. */
export type ProviderEvent =
	| { kind: "text"; text: string }
	| { kind: "reasoning"; text: string }
	/** All text of this stream so far was reasoning, as turns out only now. */
	| { kind: "thought" }
	| { kind: "end"; finish: Finish; usage?: { promptTokens: number; completionTokens: number } };

/**
 * Why there is no answer, or not the whole of it. `cut-off` is a stream that ended in the middle of an
 * answer without saying that it was finished; `length` is a model that reached the limit of length before its
 * first word, thinking; `refused` is a server that will not serve us whatever we
 * ask (key, balance, a request it does not take); `malformed` is a server that speaks another language.
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
 * An answer that failed in a way we have a word for. What was yielded before stays said.
 * `detail` is for the log alone: without keys and people's words, and never shown on a screen.
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

/** Something that answers: a model's server, or our own handbook. */
export interface Provider {
	/**
	 * Yields pieces as they come and `end` last, or throws `ProviderError`. When `signal` is aborted the
	 * call is cut at once and the iteration ends quietly, without `end`.
	 * @param request.user a random id of the account: no name and no e-mail goes to the model
	 * @param request.maxTokens the answer's length at most; undefined: as the server thinks right
	 */
	stream(
		request: { model: string; messages: ChatMessage[]; user: string; maxTokens?: number },
		signal: AbortSignal,
	): AsyncIterable<ProviderEvent>;
}

/** A model that people may choose. */
export type Model = {
	id: string;
	title: string;
	description?: string;
	/** How much it reads and writes together. */
	contextTokens: number;
	/** Its answers are cut at this length; undefined: as its server thinks right. */
	answerTokens?: number;
	/** What is written to it may leave the country; people are told. */
	foreign: boolean;
	/** Whether it can be asked for a conversation's title. */
	givesTitles: boolean;
	provider: Provider;
};
