/**
 * The outbox. An e-mail is written in the transaction of the fact it reports; «letter» is the schema's word for it, since
 * migrations do not change.
 */
export type LettersTable = {
	id: string;
	/** The subject for the log: `confirm-email`, `reset-password`, … */
	kind: string;
	recipient: string;
	/** The e-mail itself, encrypted, because it holds a link; null once it is sent or given up. */
	sealed: string | null;
	state: "waiting" | "sent" | "refused" | "failed" | "unaddressed";
	tries: number;
	/** When a server of the release before the queue of jobs may send it: ten minutes after its job is due. */
	due_at: number;
	/** Written by the release before the queue: who holds the lease. */
	claim: string | null;
	/** The mail server's last problem, without addresses. */
	last_problem: string | null;
	created_at: number;
	finished_at: number | null;
};

export type MailTables = { letters: LettersTable };
