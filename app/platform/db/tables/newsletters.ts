import type { Generated } from "kysely";

/** An e-mail of news to all who have agreed to them. */
export type NewslettersTable = {
	id: string;
	state: "draft" | "sending" | "stopped" | "sent";
	subject: string;
	/** Plain text; an empty line begins a new paragraph. */
	body: string;
	/** The label of the button and where it leads; null: to the service. */
	button: string | null;
	link: string | null;
	/** 1: it bears the mark of an advertisement, with its sender. */
	is_ad: number;
	/** Grows with each change of the draft. */
	revision: number;
	/** The last account that was considered; they are in the order of their ids. */
	reached: Generated<string>;
	/** How many e-mails were written, and what became of them. */
	queued: Generated<number>;
	sent: Generated<number>;
	refused: Generated<number>;
	/** Given up, or begun by a process that died: nobody knows, and it is not tried again. */
	failed: Generated<number>;
	/** Written, and taken back before it was sent: the person has unsubscribed or is gone. */
	withdrawn: Generated<number>;
	created_at: number;
	started_at: number | null;
	ended_at: number | null;
};

/** The recipients of a newsletter. */
export type NewsletterEmailsTable = {
	newsletter_id: string;
	account_id: string;
	/** A row of `letters`, while that is kept. */
	email_id: string;
	state: "waiting" | "sent" | "refused" | "failed" | "withdrawn";
	at: number;
};

export type NewslettersTables = { newsletters: NewslettersTable; newsletter_emails: NewsletterEmailsTable };
