/**
 * The effect of a call on the world: `read` may be repeated, `keyed` may be repeated with the same key, `unsafe` may
 * not.
 */
export type ToolEffect = "read" | "keyed" | "unsafe";

/** A page that an outcome rests on. `host` is how people read it; `publishedAt` in milliseconds, null where unknown. */
export interface ToolSource {
	url: string;
	title: string;
	host: string;
	snippet: string;
	publishedAt: number | null;
}

/** A passage of a document of the person's that an outcome rests on. `page`: 0 where the document has none. */
export interface ToolPassage {
	file: string;
	name: string;
	/** Its place in the document, from 1. */
	n: number;
	page: number;
	section: string | null;
	text: string;
}

/** The sources of an outcome beside its text, which the answer may cite, and the pictures that were made. */
export interface Found {
	sources?: readonly ToolSource[];
	passages?: readonly ToolPassage[];
	/** Ids of pictures that the call has made: files of the account. */
	pictures?: readonly string[];
}

/**
 * The outcome of a call.
 * - `text`: the result as the model reads it, in Russian; complete without its sources, which have no numbers in it. It
 *   may contain the words of strangers: the caller who gives it to a model marks it as data.
 * - `summary`: the act, in a few words for the person, where the arguments do not say it; of a failure its reason, where
 *   the code does not say it.
 * - `ran`: the code that ran, and its output or its error.
 * - `code` of a failure: `bad-arguments`, `unavailable` (nothing was done), `interrupted` (it may have been done),
 *   `timeout` (the same, nobody answered in time), `busy`, `refused`, `not-found`, `too-large`, `unsupported`, `empty`,
 *   `no-room`, `too-many-files` (of the account's plan), `failed` (the tool itself says so).
 */
export type ToolOutcome =
	| ({
			ok: true;
			text: string;
			summary?: string;
			ran?: { input: string; output: string };
	  } & Found)
	| { ok: false; code: string; text: string; summary?: string; ran?: { input: string; output: string } };

/**
 * The context of a call. `key` is the same for each attempt of it; `signal` ends it early: then `run` throws the
 * signal's reason. `now` in milliseconds.
 */
export interface ToolContext {
	accountId: string;
	conversationId: string;
	key: string;
	signal: AbortSignal;
	now: number;
}

/** A tool as a model may be offered it. */
export interface Tool {
	/** Towards the model: `search_web`, or `<server>__<name>` of MCP. */
	name: string;
	/** The key of the MCP server; null for a tool of our own. */
	server: string | null;
	/** The name for people. */
	title: string;
	description: string;
	/** JSON Schema. */
	parameters: Record<string, unknown>;
	/** Changes with the name, the description or the parameters: a consent to it holds no longer. */
	schemaHash: string;
	effect: ToolEffect;
	/** Whether each call needs the person's consent. */
	asks: boolean;
	/** Whether the arguments leave the country. */
	crossBorder: boolean;
	/** It may take as long as a tool of a server. */
	slow?: true;
	/** @throws the signal's reason when it aborts; every other failure is an outcome */
	run(args: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}
