/** Why a call failed: an error `status`, a `redirect`, or no response in time or at all. */
export type HttpFailure = "status" | "redirect" | "timeout" | "network";

/**
 * A failed call to another service. Safe to log: it contains no headers, keys or query, and of the body only the
 * redacted beginning. It has no `cause`: a system's error may contain the address with its query.
 */
export class HttpError extends Error {
	readonly failure: HttpFailure;
	readonly method: string;
	/** Without the base URL and the query. */
	readonly path: string;
	readonly status: number | undefined;
	/** The beginning of the response, or the system's code of a network error such as ECONNREFUSED. */
	readonly detail: string;

	constructor(
		failure: HttpFailure,
		call: { method: string; path: string },
		status: number | undefined,
		detail: string,
	) {
		super(`${call.method} ${call.path}: ${[failure, status, detail].filter(Boolean).join(" ")}`);
		this.name = "HttpError";
		this.failure = failure;
		this.method = call.method;
		this.path = call.path;
		this.status = status;
		this.detail = detail;
	}
}
