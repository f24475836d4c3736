/** The database does not answer: a request can be repeated when it is back. `cause` is the driver's error. */
export class DatabaseAway extends Error {
	/** The driver's words. */
	readonly reason: string;

	constructor(cause: Error) {
		super(`The database does not answer: ${cause.message}`, { cause });
		this.name = "DatabaseAway";
		this.reason = cause.message;
	}
}

/** The system's codes of a connection that cannot be made, or has broken. */
const NETWORK = new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"EPIPE",
	"ETIMEDOUT",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ENOTFOUND",
	"EAI_AGAIN",
]);

/**
 * PostgreSQL's: class 08 (connection), too many connections, a server that shuts down, crashes or starts, and one
 * that is read-only, as the former primary is after a failover (PostgreSQL's documentation, Appendix A).
 */
const STATE = /^(?:08...|53300|57P0[1235]|25006)$/;

/** The driver's own messages, which have no code. */
const SAID =
	/^Connection terminated|^timeout exceeded when trying to connect|^Client (?:was closed|has encountered a connection error)/;

/** @returns what to throw in place of an error of PostgreSQL's driver: the error itself, unless the database is away */
export function withAway(error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	const { code } = error as { code?: unknown };
	const isAway = typeof code === "string" ? NETWORK.has(code) || STATE.test(code) : SAID.test(error.message);
	return isAway ? new DatabaseAway(error) : error;
}
