import type { Generated } from "kysely";

export type AccountsTable = {
	id: string;
	/** Normalised, see `parseEmail`; null once the account is deleted. */
	email: string | null;
	/** A PHC string; null for somebody who only comes through another identity. */
	password_hash: string | null;
	name: string | null;
	state: "active" | "blocked" | "deleted";
	created_at: number;
	/** Null: it is still the one of the registration. */
	password_changed_at: number | null;
	deleted_at: number | null;
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
	/** Null for somebody who comes through Yandex; then the two below are there. */
	password_hash: string | null;
	yandex_id: string | null;
	yandex_login: string | null;
	/** What Yandex calls the person. */
	name: string | null;
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
	purpose: "confirm-email" | "reset-password" | "change-email";
	/** For `confirm-email` a pending registration, for the others an account. */
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

/** Another way to prove who one is. */
export type IdentitiesTable = {
	provider: "yandex";
	/** The id there, which never changes. */
	subject: string;
	account_id: string;
	/** What the person is called there, to show. */
	login: string;
	linked_at: number;
};

/**
 * One way to Yandex and back, kept for the browser with the cookie `o`. Used up by coming back; somebody
 * new leaves with a second row of purpose `register`, which holds who Yandex says it is.
 */
export type YandexVisitsTable = {
	/** SHA-256 of the cookie's value. */
	token_hash: string;
	purpose: "sign-in" | "link" | "token" | "register";
	/** SHA-256 of the `state` in the address. */
	state_hash: string | null;
	/** Of PKCE. Worth nothing without the code that Yandex gives. */
	verifier: string | null;
	/** With `link`: whose account. */
	account_id: string | null;
	redirect_to: string | null;
	/** With `register`: the profile. */
	subject: string | null;
	login: string | null;
	email: string | null;
	name: string | null;
	created_at: number;
	expires_at: number;
};

/** An e-mail that somebody wants instead of the present one, until its owner has confirmed it. */
export type EmailChangesTable = {
	account_id: string;
	email: string;
	created_at: number;
	expires_at: number;
};

/** Six digits by letter in place of a password that an account does not have. One alive per account. */
export type OwnerCodesTable = {
	account_id: string;
	/** Keyed hash. */
	code_hash: string;
	misses: number;
	expires_at: number;
};

/** The key of an authenticator app. Without `confirmed_at` it is only being set up and asks nobody for a code. */
export type SecondFactorsTable = {
	account_id: string;
	/** The seed, encrypted with a key derived from the secret of the installation. */
	sealed_seed: string;
	confirmed_at: number | null;
	/** The last time step whose code was used: no code counts twice (RFC 6238, 5.2). */
	last_step: number;
	created_at: number;
};

/** Codes for the day the phone is lost. A used one is deleted. */
export type RecoveryCodesTable = {
	account_id: string;
	/** Keyed hash. */
	code_hash: string;
};

/** Somebody who has given the password and still owes the code. Used up by the code. */
export type SignInStepsTable = {
	/** SHA-256 of the cookie of the browser. */
	token_hash: string;
	account_id: string;
	expires_at: number;
};

/** What happened to an account. Rows are only added, and forgotten after a year. */
export type AccountEventsTable = {
	id: string;
	/** Null: somebody tried an e-mail that nobody has. Written all the same, so that it takes as long. */
	account_id: string | null;
	kind: AccountEventKind;
	at: number;
	ip_network: string;
	user_agent: string;
};

export type AccountEventKind =
	| "registered"
	| "signed-in"
	| "sign-in-failed"
	| "second-step-failed"
	| "signed-out"
	| "password-changed"
	| "password-reset-asked"
	| "password-reset"
	| "email-change-asked"
	| "email-changed"
	| "second-factor-on"
	| "second-factor-off"
	| "recovery-code-used"
	| "recovery-codes-renewed"
	| "yandex-linked"
	| "yandex-unlinked"
	| "session-ended"
	| "other-sessions-ended"
	| "consent-withdrawn"
	| "consent-given"
	| "data-exported"
	| "blocked"
	| "unblocked";

/** That an account was deleted, and what went with it: the log that 152-ФЗ art. 21 asks for. No personal data. */
export type DeletionsTable = {
	account_id: string;
	asked_by: "person" | "operator";
	at: number;
	/** When the last of what other rooms held was gone; null while it is being erased. */
	erased_at: number | null;
	/** JSON: how many rows of what. */
	erased: string | null;
	/** When the clock last tried to finish it; 0 if never. */
	tried_at: Generated<number>;
};

export type AccountsTables = {
	accounts: AccountsTable;
	sessions: SessionsTable;
	pending_registrations: PendingRegistrationsTable;
	one_time_tokens: OneTimeTokensTable;
	consents: ConsentsTable;
	throttles: ThrottlesTable;
	identities: IdentitiesTable;
	yandex_visits: YandexVisitsTable;
	email_changes: EmailChangesTable;
	owner_codes: OwnerCodesTable;
	second_factors: SecondFactorsTable;
	recovery_codes: RecoveryCodesTable;
	sign_in_steps: SignInStepsTable;
	account_events: AccountEventsTable;
	deletions: DeletionsTable;
};
