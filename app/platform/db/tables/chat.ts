import type { Generated } from "kysely";

/** A thread of prompts and answers of one account. */
export type ConversationsTable = {
	id: string;
	account_id: string;
	title: string;
	/** The model the person chose for it; null: the first of the catalogue. */
	model: string | null;
	/** The answer at the end of the branch that is shown; null until the first answer. */
	tip_answer_id: string | null;
	created_at: number;
	updated_at: number;
	/** On top of the list since then; null: not pinned. */
	pinned_at: number | null;
	/** Out of the list since then; null: in it. */
	archived_at: number | null;
	/** What the person wants the model to keep in mind in this conversation. */
	instruction: string | null;
	/** Who named it: a title of the person's is nobody else's to change. */
	title_by: Generated<"prompt" | "model" | "person">;
	/** Since when all of it can be found; null: a chore has yet to read it into the search. */
	indexed_at: number | null;
	/** How often reading it into the search has failed; at three it is left alone. */
	index_tries: Generated<number>;
	/** Up to which message it has been read into the search; null: nothing yet, or all. */
	index_cursor: string | null;
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

export type AnswersTable = {
	id: string;
	prompt_id: string;
	conversation_id: string;
	account_id: string;
	/** Chosen by the form for a new version or a continuation: a repeat finds it. */
	attempt_id: string | null;
	model: string;
	state: AnswerState;
	/** Why the model ended: stop, length, filtered. Null while it is written or when it did not end. */
	finish: string | null;
	/** The code of a failure or of an interruption; the screen has the words. */
	failure: string | null;
	/**
	 * Markdown as the model wrote it, complete once the answer is settled. While it is written: what had been
	 * settled before it was gone on with, so the text so far is this and the log together.
	 */
	text: string;
	reasoning: string;
	/** Which process holds the pen; null: nobody, anyone may take it up. */
	lease_owner: string | null;
	/** When the holder last said that it is alive. */
	pulse_at: number | null;
	stop_requested_at: number | null;
	/** How many times a pen was taken up. */
	attempts: number;
	created_at: number;
	ended_at: number | null;
	rating: "up" | "down" | null;
	rating_reason: string | null;
	/**
	 * When its branch was last chosen; null: not since it was asked for. Where a conversation forks, the
	 * branch shown last is the one whose answer has the latest of this and `created_at`.
	 */
	chosen_at: number | null;
	/** The number of the last log entry that `text` and `reasoning` hold; the log goes on from here. */
	last_seq: Generated<number>;
	/**
	 * So many exchanges of the conversation's beginning, at least, did not fit into what the model can read. Above 0:
	 * not all were told.
	 */
	context_cut: Generated<number>;
	/** What the model's server counted; null where it does not tell. */
	tokens_in: number | null;
	tokens_out: number | null;
	/** From the pen's start to the first piece. */
	first_piece_ms: number | null;
	/** The reference of the message that was reserved for what is being written; null: it costs nothing. */
	reservation: string | null;
};

/** What the model says while it writes, piece by piece, in the order in which everybody reads it. */
export type AnswerLogTable = {
	answer_id: string;
	seq: number;
	kind: "text" | "reasoning";
	body: string;
	written_at: number;
};

/** One text that can be found. On SQLite its words are in `search_words`, on PostgreSQL in `words`. */
export type SearchEntriesTable = {
	/** Milliseconds of the text, times 1024, and a number that keeps those of one millisecond apart. */
	id: number;
	account_id: string;
	conversation_id: string;
	kind: "title" | "prompt" | "answer";
	/** The prompt, the answer, or, for a title, the conversation. */
	message_id: string;
};

/** Where an imported conversation came from, so that importing it again is harmless. */
export type ImportedConversationsTable = {
	account_id: string;
	/** The id it had there. */
	source_id: string;
	conversation_id: string;
	/** The job that brought it in; null: from before there were jobs. */
	job_id: string | null;
	/** What it counts against the account's limit. */
	bytes: Generated<number>;
};

export type ChatTables = {
	conversations: ConversationsTable;
	prompts: PromptsTable;
	answers: AnswersTable;
	answer_log: AnswerLogTable;
	search_entries: SearchEntriesTable;
	imported_conversations: ImportedConversationsTable;
};
