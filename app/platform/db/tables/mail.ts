/** The outbox. A letter is written in the transaction of the fact it tells about. */
export type LettersTable = {
	id: string;
	/** What it is about, for the log: `confirm-email`, `reset-password`, … */
	kind: string;
	recipient: string;
	/** The letter itself, encrypted, because it bears a link; null once nobody has to send it any more. */
	sealed: string | null;
	state: "waiting" | "sent" | "refused" | "failed" | "unaddressed";
	tries: number;
	/** When it may be tried next. Whoever takes it moves this into the future: the lease. */
	due_at: number;
	/** Who holds the lease. */
	claim: string | null;
	/** What the mail server said last, without addresses. */
	last_problem: string | null;
	created_at: number;
	finished_at: number | null;
};

export type MailTables = { letters: LettersTable };
