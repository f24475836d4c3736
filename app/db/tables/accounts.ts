export type AccountsTable = {
	id: string;
	/** Normalised, see `parseEmail`; null once the account is deleted. */
	email: string | null;
	/** A PHC string; null for somebody who only comes through another identity. */
	password_hash: string | null;
	name: string | null;
	state: "active" | "blocked" | "deleted";
	created_at: number;
};

/** A browser in which somebody is signed in. */
export type SessionsTable = {
	id: string;
	account_id: string;
	/** SHA-256 of the cookie's value. */
	token_hash: string;
	created_at: number;
	/** Written at most every ten minutes. */
	seen_at: number;
	ip_network: string;
	user_agent: string;
};

/** Somebody who has registered and not yet confirmed the e-mail; a new registration replaces it. */
export type PendingRegistrationsTable = {
	id: string;
	email: string;
	password_hash: string;
	/** SHA-256 of the cookie of the browser that registered. */
	binding_hash: string;
	/** Keyed hash of the six digits in the letter; null once five guesses have missed. */
	code_hash: string | null;
	code_misses: number;
	/** Versions of the documents that were agreed to; null: the box was not ticked. */
	offer_version: string;
	personal_data_version: string;
	news_version: string | null;
	ip_network: string;
	user_agent: string;
	created_at: number;
	expires_at: number;
};

/** A link in a letter. One is alive per purpose and subject; the row is deleted by being used. */
export type OneTimeTokensTable = {
	/** SHA-256 of what the link bears. */
	token_hash: string;
	purpose: "confirm-email" | "reset-password";
	/** For `confirm-email` a pending registration, for `reset-password` an account. */
	subject: string;
	created_at: number;
	expires_at: number;
};

/** What somebody agreed to or took back. Rows are only ever added. */
export type ConsentsTable = {
	id: string;
	account_id: string;
	kind: "offer" | "personal-data" | "news";
	act: "given" | "withdrawn";
	document_version: string;
	at: number;
	ip_network: string;
	user_agent: string;
};

/** One row per key that is being counted. */
export type ThrottlesTable = {
	/** Keyed hash of the act and of whom it is counted for. */
	key: string;
	/** When the bucket will be full again, in milliseconds: the «theoretical arrival time» of GCRA. */
	full_at: number;
};

export type AccountsTables = {
	accounts: AccountsTable;
	sessions: SessionsTable;
	pending_registrations: PendingRegistrationsTable;
	one_time_tokens: OneTimeTokensTable;
	consents: ConsentsTable;
	throttles: ThrottlesTable;
};
