import type { Client } from "../../../accounts/http/client.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import type { FieldErrors, TypedValues } from "../../../platform/http/forms.ts";

/** Who sends which form of the account screen. */
export type AccountVisit = {
	request: Request;
	form: FormData;
	account: Account;
	sessionId: string;
	client: Client;
};

/** Why a form of this screen came back. The words are in `account.notices`. */
export type AccountNotice =
	| "check"
	| "wrong-password"
	| "wrong-code"
	| "too-many"
	| "letter-wait"
	| "busy"
	| "unknown-act";

/** Recovery codes that have just been made: they are in this one answer and nowhere else readable. */
export type CodesShown = {
	intent: "confirm-totp" | "renew-recovery-codes";
	email: string;
	recoveryCodes: string[];
};

/** What a form that came back is drawn from. `intent` says which of the screen's forms it is. */
export type AccountFormState = {
	intent: string;
	notice: AccountNotice;
	errors?: FieldErrors;
	values: TypedValues;
	/** With `too-many` and `letter-wait`: when to try again. */
	minutes?: number;
};
