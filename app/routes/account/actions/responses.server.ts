import { data } from "react-router";
import type { OwnerProved } from "../../../accounts/password/prove-owner.server.ts";
import { KEY_UNREADABLE } from "../../../accounts/second-factor/second-proof.server.ts";
import { setFlash } from "../../../platform/http/flash-cookie.server.ts";
import type { FieldErrors, TypedValues } from "../../../platform/http/forms.server.ts";
import { badRequest, PRIVATE, tooManyRequests } from "../../../platform/http/http.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { log } from "../../../platform/log.server.ts";
import type { AccountActionArgs, AccountFormState, AccountNotice, CodesShown } from "./action-state.ts";

/** Handles one form of the screen. */
export type AccountAction = (args: AccountActionArgs) => Promise<Response | AccountFormAnswer | CodesAnswer>;
type AccountFormAnswer = ReturnType<typeof data<AccountFormState>>;
type CodesAnswer = ReturnType<typeof data<CodesShown>>;

/** 303 back to the screen, which shows once what was done. @param done a key of `account.done` */
export async function done(done: string, path = "/account", ...cookies: string[]): Promise<Response> {
	return seeOther(path, await setFlash("/account", done), ...cookies);
}

/** The response of `done`, after an e-mail: in trial mode, where none is sent, the screen shows its content. */
export async function doneWithEmail(
	done: string,
	{ trialLink, trialCode }: { trialLink?: string; trialCode?: string },
	path = "/account",
): Promise<Response> {
	return seeOther(path, await setFlash("/account", done, { trialLink, trialCode }));
}

/** 200, without a redirect: recovery codes are shown once. */
export const showCodes = (
	intent: CodesShown["intent"],
	email: string,
	recoveryCodes: string[],
): CodesAnswer => data({ intent, email, recoveryCodes }, { headers: PRIVATE });

/** 400: the form is returned with its errors. */
export const invalidAction = (
	intent: string,
	errors: FieldErrors,
	values: TypedValues = {},
	notice: AccountNotice = "check",
) => badRequest<AccountFormState>({ intent, notice, errors, values });

/** 429: throttled. */
export const tryActionLater = (
	intent: string,
	retryAfterSeconds: number,
	values: TypedValues = {},
	notice: AccountNotice = "too-many",
) => {
	const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
	return tooManyRequests<AccountFormState>({ intent, notice, values, minutes }, retryAfterSeconds);
};

/** The form is returned because re-authentication failed. */
export function notProved(
	intent: string,
	proved: Exclude<OwnerProved, { outcome: "proved" }>,
	values: TypedValues = {},
): AccountFormAnswer {
	switch (proved.outcome) {
		case "wrong-password":
			return invalidAction(intent, { currentPassword: "current-password-wrong" }, values, "wrong-password");
		case "wrong-code":
			return invalidAction(intent, { code: "code-wrong" }, values, "wrong-code");
		case "app-code-needed":
			return invalidAction(intent, { appCode: "app-code-empty" }, values);
		case "wrong-app-code":
			return invalidAction(intent, { appCode: "app-code-wrong" }, values, "wrong-app-code");
		case "key-unreadable":
			log.error(KEY_UNREADABLE, { intent });
			return data<AccountFormState>(
				{ intent, notice: "key-unreadable", values },
				{ status: 500, headers: PRIVATE },
			);
		case "too-many-attempts":
			return tryActionLater(intent, proved.retryAfterSeconds, values);
		case "busy":
			return data<AccountFormState>(
				{ intent, notice: "busy", values },
				{ status: 503, headers: { ...PRIVATE, "Retry-After": "5" } },
			);
	}
}
