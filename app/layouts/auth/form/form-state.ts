import { data } from "react-router";
import type { FieldErrors, TypedValues } from "../../../platform/http/forms.ts";
import { badRequest, PRIVATE, tooManyRequests } from "../../../platform/http/http.ts";

/** Why a form was returned, for the banner above it. */
export type Notice =
	| "check"
	| "wrong"
	| "wrong-code"
	| "step-gone"
	| "key-unreadable"
	| "blocked"
	| "closed"
	| "busy"
	| "too-many"
	| "letter-wait";

/** The data of a returned form. */
export type FormState = {
	notice: Notice;
	errors?: FieldErrors;
	values: TypedValues;
	/** With `too-many` and `letter-wait`: when to try again. */
	minutes?: number;
};

/** The typed values, the errors, and whatever else the screen needs to render the same form again. */
type Came = Pick<FormState, "values" | "errors">;

/** 400: something has to be corrected. */
export const mend = <C extends Came>(came: C, notice: "check" | "wrong" | "wrong-code" = "check") =>
	badRequest<C & FormState>({ ...came, notice });

/** 403: not allowed here, or not for this person. */
export const refused = <C extends Came>(came: C, notice: "blocked" | "closed" | "step-gone") =>
	data<C & FormState>({ ...came, notice }, { status: 403, headers: PRIVATE });

/** 429: throttled. The page says in how many minutes to try again. */
export const tryLater = <C extends Came>(
	came: C,
	retryAfterSeconds: number,
	notice: "too-many" | "letter-wait" = "too-many",
) => {
	const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
	return tooManyRequests<C & FormState>({ ...came, notice, minutes }, retryAfterSeconds);
};

/** 503: the queue of password hashes is full (docs/security.md, check 52). */
export const busy = <C extends Came>(came: C) =>
	data<C & FormState>(
		{ ...came, notice: "busy" },
		{ status: 503, headers: { ...PRIVATE, "Retry-After": "5" } },
	);
