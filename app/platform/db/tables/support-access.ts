/** A person's permission for staff to read one conversation. Live until it expires or is closed. */
export type SupportAccessTable = {
	id: string;
	account_id: string;
	conversation_id: string;
	/** The person's words on what has happened. */
	note: string | null;
	granted_at: number;
	/** It ends by itself then. */
	expires_at: number;
	/** The person has ended it; null: they have not. */
	closed_at: number | null;
};

/** An opening of a shown conversation by a member of staff. */
export type SupportOpeningsTable = {
	id: string;
	access_id: string;
	/** An account, which may have been deleted since. */
	staff_id: string;
	/** The role at that time. */
	staff_role: "owner" | "administrator" | "support" | "accountant";
	at: number;
};

export type SupportAccessTables = {
	support_access: SupportAccessTable;
	support_openings: SupportOpeningsTable;
};
