import type { Client } from "../../../accounts/http/request-client.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import type { FieldErrors, TypedValues } from "../../../platform/http/forms.server.ts";

/** The form of the account screen, its sender and its session. */
export type AccountActionArgs = {
	request: Request;
	form: FormData;
	account: Account;
	sessionId: string;
	client: Client;
};

/** Why a form of this screen was returned. The texts are in `account.notices`. */
export type AccountNotice =
	| "check"
	| "wrong-password"
	| "wrong-code"
	| "wrong-app-code"
	| "key-unreadable"
	| "too-many"
	| "email-wait"
	| "busy"
	| "last-owner"
	| "unknown-action";

/** Newly generated recovery codes: readable in this one response and nowhere else. */
export type CodesShown = {
	intent: "confirm-totp" | "renew-recovery-codes";
	email: string;
	recoveryCodes: string[];
};

/** The data of a returned form. `intent` says which of the screen's forms it is. */
export type AccountFormState = {
	intent: string;
	notice: AccountNotice;
	errors?: FieldErrors;
	values: TypedValues;
	/** With `too-many` and `email-wait`: when to try again. */
	minutes?: number;
};
