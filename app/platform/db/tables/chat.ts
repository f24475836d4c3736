import type { Generated } from "kysely";

/** A thread of prompts and answers of one account. */
export type ConversationsTable = {
	id: string;
	account_id: string;
	title: string;
	/** The model the person chose for it; null: the person's default, or the first of the catalogue. */
	model: string | null;
	/** The answer at the end of the branch that is shown; null until the first answer. */
	tip_answer_id: string | null;
	created_at: number;
	updated_at: number;
	/** Pinned to the top of the list since then; null: not pinned. */
	pinned_at: number | null;
	/** Archived since then; null: not archived. */
	archived_at: number | null;
	/**
	 * Deleted since then, by the database's clock, and hidden from everybody; 0: it is being erased and cannot be
	 * restored; null: not deleted.
	 */
	deleted_at: number | null;
	/** The person's standing instruction to the model for this conversation. */
	instruction: string | null;
	/** The author of the title: a title set by the person is never overwritten. */
	title_by: Generated<"prompt" | "model" | "person">;
	/** Since when all of it is searchable; null: its job has yet to index it. */
	indexed_at: number | null;
	/** How often indexing has failed, as its job or the release before the queue counts; after three it is skipped. */
	index_tries: Generated<number>;
	/** The last indexed message; null: nothing yet, or all. */
	index_cursor: string | null;
	/** JSON of the tools that are switched on in its composer; null: none were ever. */
	tools: string | null;
};

export type PromptsTable = {
	/** Chosen by the form, so that a repeat is the same prompt. */
	id: string;
	conversation_id: string;
	account_id: string;
	/** The answer it follows; null for the first prompt of a conversation. */
	parent_answer_id: string | null;
	text: string;
	/** JSON of attachments; null: the text is all. */
	parts: string | null;
	created_at: number;
};

export type AnswerState = "writing" | "done" | "stopped" | "failed" | "interrupted";

export type Manner = "shorter" | "simpler";

export type AnswersTable = {
	id: string;
	prompt_id: string;
	conversation_id: string;
	account_id: string;
	/** Chosen by the form for a new version or a continuation: a repeat finds it. */
	attempt_id: string | null;
	model: string;
	/** The model that was asked first and was down, where `model` is its spare. */
	spare_for: string | null;
	state: AnswerState;
	/** Why the model ended: stop, length, filtered. Null while it is written or when it did not end. */
	finish: string | null;
	/** The code of a failure or of an interruption; the screen has the words. */
	failure: string | null;
	/**
	 * Markdown as the model wrote it, complete once the answer is finished. While it is written: the text that was
	 * finished before it was continued, so the text so far is this and the log together.
	 */
	text: string;
	reasoning: string;
	/** How long the model has reasoned, in milliseconds; null: it has not, or the answer ended before that was kept. */
	reasoning_ms: number | null;
	/** How it was asked to differ from the answer that it was created anew from; null: in no way. */
	manner: Manner | null;
	/** The id of the worker that holds the lease; null: none, any worker may resume the answer. */
	lease_owner: string | null;
	/** The last heartbeat of the lease's owner. The column keeps its name, which the previous release knows. */
	pulse_at: number | null;
	stop_requested_at: number | null;
	/** How many times a worker has taken the answer. */
	attempts: number;
	created_at: number;
	ended_at: number | null;
	rating: "up" | "down" | null;
	rating_reason: string | null;
	/**
	 * When its branch was last chosen; null: never since it was created. Where a conversation forks, the branch shown
	 * last is the one whose answer has the latest of this and `created_at`.
	 */
	chosen_at: number | null;
	/** The number of the last log entry that `text` and `reasoning` hold; the log goes on from here. */
	last_seq: Generated<number>;
	/**
	 * A lower bound of how many exchanges from the conversation's beginning did not fit into the model's context. Above
	 * 0: the context was cut.
	 */
	context_cut: Generated<number>;
	/** Token count as the model's server reports it, or else estimated; null: the model has said nothing. */
	tokens_in: number | null;
	tokens_out: number | null;
	/** 1: the two are our estimate. */
	tokens_estimated: Generated<0 | 1 | null>;
	/** From the start of the worker to the first piece. */
	first_piece_ms: number | null;
	/** The reference of the message that was reserved for what is being written; null: it is free. */
	reservation: string | null;
	/** JSON of the documents that the model was given for it, with the numbers of their passages; null: none. */
	sources: string | null;
	/** How many rounds in which the model called tools have been committed. */
	rounds: Generated<number>;
	/** JSON of the tools that its question has switched on, and of what became of them; null: none. */
	tools: string | null;
};

/** A round of an answer in which the model has called tools: committed before any of them runs. */
export type AnswerRoundsTable = {
	answer_id: string;
	/** From 1. */
	round: number;
	/** JSON of the model's message, as it goes back to its server. */
	message: string;
	/** Where in the answer's text and reasoning the round ended, in UTF-16 units. */
	text_to: number;
	reasoning_to: number;
	/** How long the model had reasoned in the answer by then, in milliseconds; null: it had not, or that is not known. */
	reasoning_ms: number | null;
	tokens_in: number | null;
	tokens_out: number | null;
	ended_at: number;
};

/**
 * `asked`: it may run; `waiting`: for the person's consent; `started`: committed before the act; `unknown`: the process
 * died in an act that must not be repeated, or cannot be.
 */
export type CallState =
	| "asked"
	| "waiting"
	| "started"
	| "done"
	| "failed"
	| "denied"
	| "unknown"
	| "stopped";

/** A call of a tool, with what has become of it. */
export type AnswerCallsTable = {
	answer_id: string;
	round: number;
	/** Its place in the round, from 1. */
	n: number;
	account_id: string;
	/** The model's id of it. */
	upstream_id: string;
	/** The key of an MCP server; null: a tool of our own, or one that does not exist. */
	server: string | null;
	tool: string;
	title: string;
	/** JSON, or what the model meant to be JSON. */
	args: string;
	schema_hash: string;
	effect: "read" | "keyed" | "unsafe";
	state: CallState;
	/** How often it was started. */
	tries: Generated<number>;
	/** The result as the model reads it; null: none yet. */
	result: string | null;
	/** 1: the tool said more than fits. */
	result_cut: Generated<0 | 1>;
	/** For the step that the person sees. */
	summary: string | null;
	/** JSON of what was computed, and what that gave. */
	code: string | null;
	error_code: string | null;
	/** JSON of the numbers of the sources that it has given; null: none. */
	sources: string | null;
	asked_at: number;
	started_at: number | null;
	ended_at: number | null;
	/** The maker of the decision: the account's id, or `time`, `question`. */
	decided_by: string | null;
	decided_at: number | null;
};

/** A page that a tool has found for an answer, by the number under which the text may cite it. */
export type AnswerSourcesTable = {
	answer_id: string;
	n: number;
	url: string;
	title: string;
	host: string;
	snippet: string;
	published_at: number | null;
	round: number;
	call: number;
};

/** The grants by which a person allows a tool beyond one call; void once the tool's schema is another. */
export type ToolGrantsTable = {
	account_id: string;
	/** "": a tool of our own. */
	server: string;
	tool: string;
	schema_hash: string;
	scope: "chat" | "always";
	/** Null: of every conversation. */
	conversation_id: string | null;
	at: number;
};

/** The pieces of an answer while it is written, in the order in which every reader gets them. */
export type AnswerLogTable = {
	answer_id: string;
	seq: number;
	kind: "text" | "reasoning";
	body: string;
	written_at: number;
};

/** One searchable text. On SQLite its words are in `search_words`, on PostgreSQL in `words`. */
export type SearchEntriesTable = {
	/** Milliseconds of the text, times 1024, plus a number that distinguishes texts of one millisecond. */
	id: number;
	account_id: string;
	conversation_id: string;
	kind: "title" | "prompt" | "answer";
	/** The prompt, the answer, or, for a title, the conversation. */
	message_id: string;
};

/** The origin of an imported conversation, so that importing it again is harmless. */
export type ImportedConversationsTable = {
	account_id: string;
	/** Its id in the source. */
	source_id: string;
	conversation_id: string;
	/** The job that imported it; null: imported before jobs existed. */
	job_id: string | null;
	/** Its size as counted against the account's limit. */
	bytes: Generated<number>;
};

export type ChatTables = {
	conversations: ConversationsTable;
	prompts: PromptsTable;
	answers: AnswersTable;
	answer_log: AnswerLogTable;
	/** Its newest rows on SQLite (`app/chat/answers/log/log-tail.server.ts`). */
	answer_log_tail: AnswerLogTable;
	answer_rounds: AnswerRoundsTable;
	answer_calls: AnswerCallsTable;
	answer_sources: AnswerSourcesTable;
	tool_grants: ToolGrantsTable;
	search_entries: SearchEntriesTable;
	imported_conversations: ImportedConversationsTable;
};
