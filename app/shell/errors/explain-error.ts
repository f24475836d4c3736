import { isRouteErrorResponse } from "react-router";

/**
 * The content of the error page, before translation: a status, a kind of text, and the message of the thrown error.
 */
export type Explanation = {
	/** 500 when the error has none (S-2.34). */
	status: number;
	kind:
		| "missing"
		| "forbidden"
		| "crossOriginForm"
		| "unknownOriginForm"
		| "tooMany"
		| "refused"
		| "unavailable"
		| "filesUnavailable"
		| "databaseAway"
		| "broken"
		| "notShown"
		| "offline";
	/** The sentence of a thrown response; never an exception's own text. */
	detail: string | undefined;
	/** Lets the operator find the error in the log. */
	requestId: string | undefined;
};

const LONGEST_DETAIL = 300;

/** An error in the browser. The server has not logged it, so the page must not say that it is known. */
export class NotShown extends Error {}

/** A form that no page of this site is known to have sent. */
export class RefusedForm extends Error {
	readonly origin: "crossOrigin" | "unknownOrigin";

	constructor(origin: "crossOrigin" | "unknownOrigin") {
		super();
		this.origin = origin;
	}
}

/** The storage of files does not answer. */
export class FilesUnavailable extends Error {}

/** The database does not answer. */
export class WithoutDatabase extends Error {}

/** While there is no connection. */
export class WithoutConnection extends NotShown {}

/** Explains anything that can be thrown: a route's error response, an exception, any value. */
export function explainError(error: unknown): Explanation {
	if (error instanceof RefusedForm) {
		return { status: 403, kind: `${error.origin}Form`, detail: undefined, requestId: undefined };
	}
	if (error instanceof FilesUnavailable) {
		return { status: 503, kind: "filesUnavailable", detail: undefined, requestId: undefined };
	}
	if (error instanceof WithoutDatabase) {
		return { status: 503, kind: "databaseAway", detail: undefined, requestId: undefined };
	}
	if (!isRouteErrorResponse(error)) {
		const kind =
			error instanceof WithoutConnection ? "offline" : error instanceof NotShown ? "notShown" : "broken";
		return { status: 500, kind, detail: undefined, requestId: undefined };
	}
	const status = error.status >= 400 && error.status <= 599 ? error.status : 500;
	return { status, kind: kindOf(status), detail: detailOf(error), requestId: field(error.data, "requestId") };
}

function kindOf(status: number): Explanation["kind"] {
	if (status === 404) return "missing";
	if (status === 401 || status === 403) return "forbidden";
	if (status === 429) return "tooMany";
	if (status === 503) return "unavailable";
	return status < 500 ? "refused" : "broken";
}

function detailOf(error: { data: unknown }): string | undefined {
	// The framework's own refusals have an English sentence for programmers.
	if ("internal" in error && error.internal) return undefined;
	const text = field(error.data, "message") ?? (typeof error.data === "string" ? error.data.trim() : "");
	return text && text.length <= LONGEST_DETAIL && !text.startsWith("<") ? text : undefined;
}

function field(data: unknown, name: string): string | undefined {
	if (typeof data !== "object" || data === null) return undefined;
	const value = (data as Record<string, unknown>)[name];
	return typeof value === "string" && value !== "" ? value : undefined;
}
