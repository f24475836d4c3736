import { data } from "react-router";
import type { FieldErrors, TypedValues } from "../../../platform/http/forms.server.ts";
import { badRequest, PRIVATE, tooManyRequests } from "../../../platform/http/http.server.ts";

/** Why a form was returned, for the banner above it. */
export type Notice =
	| "check"
	| "wrong"
	| "wrong-code"
	| "step-expired"
	| "key-unreadable"
	| "blocked"
	| "closed"
	| "busy"
	| "too-many"
	| "email-wait";

/** The data of a returned form. */
export type FormState = {
	notice: Notice;
	errors?: FieldErrors;
	values: TypedValues;
	/** With `too-many` and `email-wait`: when to try again. */
	minutes?: number;
};

/** The typed values, the errors, and whatever else the screen needs to render the same form again. */
type Returned = Pick<FormState, "values" | "errors">;

/** 400: something has to be corrected. */
export const invalidForm = <C extends Returned>(
	returned: C,
	notice: "check" | "wrong" | "wrong-code" = "check",
) => badRequest<C & FormState>({ ...returned, notice });

/** 403: not allowed here, or not for this person. */
export const refused = <C extends Returned>(returned: C, notice: "blocked" | "closed" | "step-expired") =>
	data<C & FormState>({ ...returned, notice }, { status: 403, headers: PRIVATE });

/** 429: throttled. The page says in how many minutes to try again. */
export const tryLater = <C extends Returned>(
	returned: C,
	retryAfterSeconds: number,
	notice: "too-many" | "email-wait" = "too-many",
) => {
	const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
	return tooManyRequests<C & FormState>({ ...returned, notice, minutes }, retryAfterSeconds);
};

/** 500: the key of the second factor cannot be decrypted. */
export const unreadableKey = <C extends Returned>(returned: C) =>
	data<C & FormState>({ ...returned, notice: "key-unreadable" }, { status: 500, headers: PRIVATE });

/** 503: the queue of password hashes is full (docs/security.md, check 52). */
export const busy = <C extends Returned>(returned: C) =>
	data<C & FormState>(
		{ ...returned, notice: "busy" },
		{ status: 503, headers: { ...PRIVATE, "Retry-After": "5" } },
	);
