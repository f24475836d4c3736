/** The members of staff: accounts with a role. */
export type StaffTable = {
	account_id: string;
	role: "owner" | "administrator" | "support" | "accountant";
	/** An account; null: the operator's console. */
	granted_by: string | null;
	granted_at: number;
};

/** The acts of staff. Append-only and never deleted; each row bears the hash of the one before. */
export type StaffEventsTable = {
	/** From 1, without gaps. */
	number: number;
	at: number;
	/** An account; null: the operator's console. */
	actor_id: string | null;
	/** The role at that time. */
	actor_role: string | null;
	act: StaffAct;
	/** The account that was acted on. */
	account_id: string | null;
	reason: string | null;
	/** The value before the change, and after it; secrets are masked. */
	before: string | null;
	after: string | null;
	ip_network: string;
	request_id: string;
	previous_hash: string;
	/** SHA-256 of all of the above. */
	hash: string;
};

export type StaffAct =
	| "role-changed"
	| "person-opened"
	| "email-shown"
	| "person-invited"
	| "invitation-resent"
	| "invitation-revoked"
	| "person-blocked"
	| "person-unblocked"
	| "sessions-ended"
	| "second-step-dropped"
	| "data-exported"
	| "person-deleted"
	| "payment-asked"
	| "payments-exported"
	| "payment-refunded"
	| "email-tried"
	| "answer-tried"
	| "payment-tried"
	| "backup-asked"
	| "feedback-exported"
	| "conversation-opened"
	| "renewals-exported"
	| "people-exported"
	| "promo-codes-exported"
	| "bills-exported"
	| "newsletters-exported"
	| "shown-exported"
	| "team-exported"
	| "journal-exported"
	| "ledger-exported"
	| "renewal-off"
	| "plan-granted"
	| "allowance-corrected"
	| "promo-code-made"
	| "promo-code-off"
	| "bill-paid"
	| "bill-canceled"
	| "bill-returned"
	| "look-changed"
	| "announcement-set"
	| "announcement-ended"
	| "newsletter-saved"
	| "newsletter-removed"
	| "newsletter-tried"
	| "newsletter-started"
	| "newsletter-stopped"
	| "paper-saved"
	| "paper-removed"
	| "paper-published"
	| "details-changed"
	| "server-changed"
	| "server-removed"
	| "secret-set"
	| "model-changed"
	| "model-removed"
	| "models-added"
	| "models-moved"
	| "server-checked"
	| "plan-changed"
	| "plan-off"
	| "plan-on"
	| "plans-moved"
	| "search-changed"
	| "search-checked"
	| "own-tools-changed"
	| "tool-server-changed"
	| "tool-server-removed"
	| "tool-server-checked"
	| "tools-allowed"
	| "settings-taken"
	| "settings-exported";

/** The end of the journal's chain: one row, once there is an entry. */
export type StaffChainTable = {
	id: string;
	number: number;
	hash: string;
};

/** The link that makes the first owner: at most one row; using it deletes it. */
export type OwnerLinksTable = {
	id: string;
	token_hash: string;
	expires_at: number;
};

export type StaffTables = {
	staff: StaffTable;
	staff_events: StaffEventsTable;
	staff_chain: StaffChainTable;
	owner_links: OwnerLinksTable;
};
