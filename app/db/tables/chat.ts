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
	/** Markdown as the model wrote it; empty until the answer is settled, then complete. */
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
};

/** What the model said, piece by piece, in the order in which everybody reads it. */
export type AnswerLogTable = {
	answer_id: string;
	seq: number;
	kind: "text" | "reasoning";
	body: string;
	written_at: number;
};

export type ChatTables = {
	conversations: ConversationsTable;
	prompts: PromptsTable;
	answers: AnswersTable;
	answer_log: AnswerLogTable;
};
