import { setTimeout as sleep } from "node:timers/promises";
import { MutexTimeout } from "../concurrency/mutex.server.ts";
import { NotDurable } from "./not-durable.server.ts";

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

/**
 * SQLite's: the file is locked by another process, the disk is read-only, broken or full, the file cannot be opened
 * (https://sqlite.org/rescode.html: SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN).
 */
const SQLITE = new Set([5, 8, 10, 13, 14]);

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

/**
 * Why the database does not take part in a request, which can be repeated later: it is away, its file is locked, or its
 * disk is full or broken.
 * @returns the reason for the log; undefined for any other error
 */
export function whyAway(error: unknown): string | undefined {
	if (error instanceof DatabaseAway) return error.reason;
	if (error instanceof NotDurable || error instanceof MutexTimeout) return error.message;
	const errcode = (error as { errcode?: unknown } | null)?.errcode;
	// The low byte is the error; the rest is its extended code.
	if (typeof errcode !== "number" || !SQLITE.has(errcode & 0xff)) return undefined;
	return (error as Error).message;
}

/** So long work is tried again while the database is away, with this pause. */
const TRIED_FOR_MS = 30_000;
const PAUSE_MS = 1_000;
/**
 * A try that takes longer counts as so much: a process that has stood still finds its connections broken, and has tried
 * nothing yet.
 */
const LONGEST_TRY_MS = 10_000;

/**
 * Does work, and tries it again while the database is away: work that writes down what has been done already, and would
 * be done once more otherwise. Of a commit that stands the confirmation may be lost with the connection, so the work is
 * guarded: a second time it finds the rows changed.
 * @param signal of the process: its end ends the pause, and the work is tried once more, at once
 * @param isPointless asked after a failure: whether nobody needs the work any more
 * @throws the error of the last try
 */
export async function whileAway<T>(
	work: () => Promise<T>,
	signal: AbortSignal,
	isPointless: () => boolean = () => false,
): Promise<T> {
	for (let leftMs = TRIED_FOR_MS; ; ) {
		const began = performance.now();
		try {
			return await work();
		} catch (error) {
			const isLast = signal.aborted || isPointless() || leftMs <= 0;
			if (isLast || whyAway(error) === undefined) throw error;
		}
		await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
		leftMs -= Math.min(performance.now() - began, LONGEST_TRY_MS);
	}
}
