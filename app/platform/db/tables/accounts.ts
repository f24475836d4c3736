import type { Generated } from "kysely";
import type { StaffTables } from "./staff.ts";

export type AccountsTable = {
	id: string;
	/** Normalised, see `parseEmail`; null once the account is deleted. */
	email: string | null;
	/** A PHC string; null for an account that signs in through another identity only. */
	password_hash: string | null;
	name: string | null;
	state: "active" | "blocked" | "deleted";
	created_at: number;
	/** Null: still the password of the registration. */
	password_changed_at: number | null;
	deleted_at: number | null;
	/** The model of a new chat; null: the first of the catalogue. May have been removed since. */
	default_model: string | null;
	/** The person's words about themselves, which the model gets in every chat. */
	about: string | null;
	/** How the model shall answer in every chat. */
	answer_style: string | null;
	/** Since when the model is told neither of the two; null: it is told. */
	about_off_at: number | null;
	/** When one of its sessions was last seen, to ten minutes; stays when they end. 0: not known. */
	seen_at: Generated<number>;
	/** The gift of the invitation that it began with, as in `PendingRegistrationsTable`; null once it is given. */
	gift: string | null;
};

/** A browser's session in an account. */
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
	/** When its owner has last proved to be there, for acts of staff; null: only at the sign-in. */
	proved_at: number | null;
};

/** A registration whose e-mail is not confirmed yet; a new registration replaces it. */
export type PendingRegistrationsTable = {
	id: string;
	email: string;
	/** Null for a registration through Yandex; then the next two columns are set. */
	password_hash: string | null;
	yandex_id: string | null;
	yandex_login: string | null;
	/** The name in the Yandex profile. */
	name: string | null;
	/** SHA-256 of the cookie of the browser that registered. */
	binding_hash: string;
	/** Keyed hash of the six-digit code in the e-mail; null after five wrong guesses. */
	code_hash: string | null;
	code_misses: number;
	/** Versions of the accepted documents; null: the box was not ticked. */
	offer_version: string;
	personal_data_version: string;
	news_version: string | null;
	ip_network: string;
	user_agent: string;
	created_at: number;
	expires_at: number;
	/** The gift of an invitation, JSON of an `InvitationGift`; stays where the person registers by themself meanwhile. */
	gift: string | null;
};

/** A link in an e-mail. At most one is valid per purpose and subject; using it deletes the row. */
export type OneTimeTokensTable = {
	/** SHA-256 of the token in the link. */
	token_hash: string;
	purpose: "confirm-email" | "reset-password" | "change-email";
	/**
	 * For `confirm-email` a pending registration, or `invitation:` and the same where it has taken the row of an invitation;
	 * for the others an account.
	 */
	subject: string;
	created_at: number;
	expires_at: number;
};

/** Consents given and withdrawn. Append-only. */
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

/** One row per throttled key. */
export type ThrottlesTable = {
	/** Keyed hash of the action and of the subject that is throttled. */
	key: string;
	/** When the bucket will be full again, in milliseconds: the «theoretical arrival time» of GCRA. */
	full_at: number;
};

/** Another identity that signs in to the account. */
export type IdentitiesTable = {
	provider: "yandex";
	/** The subject id at the provider, which never changes. */
	subject: string;
	account_id: string;
	/** The login at the provider, for display. */
	login: string;
	linked_at: number;
};

/**
 * The OAuth state of one round trip to Yandex, kept for the browser with the cookie `o`. The callback consumes it; a
 * new person continues with a second row of purpose `register`, which holds the Yandex profile.
 */
export type OAuthStatesTable = {
	/** SHA-256 of the cookie's value. */
	token_hash: string;
	purpose: "sign-in" | "link" | "token" | "register";
	/** SHA-256 of the `state` in the address. */
	state_hash: string | null;
	/** The PKCE verifier. Useless without the code that Yandex issues. */
	verifier: string | null;
	/** With `link`: the account to link. */
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

/** The new e-mail of a pending change, until its owner has confirmed it. */
export type EmailChangesTable = {
	account_id: string;
	email: string;
	created_at: number;
	expires_at: number;
};

/**
 * A six-digit code by e-mail that replaces the password of an account without one. At most one is valid per account.
 */
export type OwnerCodesTable = {
	account_id: string;
	/** Keyed hash. */
	code_hash: string;
	misses: number;
	expires_at: number;
};

/**
 * The key of an authenticator app. Without `confirmed_at` it is only being set up, and sign-in does not ask for a
 * code.
 */
export type SecondFactorsTable = {
	account_id: string;
	/** The seed, encrypted with a key derived from the installation's secret. */
	sealed_seed: string;
	confirmed_at: number | null;
	/** The last time step whose code was used: no code is accepted twice (RFC 6238, 5.2). */
	last_step: number;
	created_at: number;
};

/** Recovery codes for a lost phone. A used one is deleted. */
export type RecoveryCodesTable = {
	account_id: string;
	/** Keyed hash. */
	code_hash: string;
};

/** A sign-in whose password was correct and whose second factor is still missing. The code consumes it. */
export type SignInStepsTable = {
	/** SHA-256 of the browser's cookie. */
	token_hash: string;
	account_id: string;
	expires_at: number;
};

/** Audit events of an account. Append-only, deleted after a year. */
export type AccountEventsTable = {
	id: string;
	/** Null: an attempt with an unknown e-mail. Written all the same, so that it takes as long. */
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

/** Log of account deletions and of the erased data, required by 152-ФЗ art. 21. No personal data. */
export type DeletionsTable = {
	account_id: string;
	asked_by: "person" | "operator";
	at: number;
	/** When the last data of other modules was erased; null while it is being erased. */
	erased_at: number | null;
	/** JSON: number of erased rows per part. */
	erased: string | null;
	/** Written by the release before the queue of jobs: when it last tried to finish this; 0 if never. */
	tried_at: Generated<number>;
};

export type AccountsTables = StaffTables & {
	accounts: AccountsTable;
	sessions: SessionsTable;
	pending_registrations: PendingRegistrationsTable;
	one_time_tokens: OneTimeTokensTable;
	consents: ConsentsTable;
	throttles: ThrottlesTable;
	identities: IdentitiesTable;
	yandex_visits: OAuthStatesTable;
	email_changes: EmailChangesTable;
	owner_codes: OwnerCodesTable;
	second_factors: SecondFactorsTable;
	recovery_codes: RecoveryCodesTable;
	sign_in_steps: SignInStepsTable;
	account_events: AccountEventsTable;
	deletions: DeletionsTable;
};
