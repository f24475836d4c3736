/**
 * Why a call brought no answer: the server answered with a `status` that is an error, wanted us to go
 * elsewhere (`redirect`), or there was no answer in time or at all.
 */
export type HttpFailure = "status" | "redirect" | "timeout" | "network";

/**
 * A call to another service that failed. It may be logged as it is: it holds no headers, keys or query,
 * and of the body only the beginning, redacted. It has no `cause`, because the client's own error
 * carries the whole request.
 */
export class HttpError extends Error {
	readonly failure: HttpFailure;
	readonly method: string;
	/** Without the base URL and the query. */
	readonly path: string;
	readonly status: number | undefined;
	/** The beginning of the answer, or the system's code of a network failure such as ECONNREFUSED. */
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
