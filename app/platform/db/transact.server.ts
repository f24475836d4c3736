import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "./connection.server.ts";
import { isBusy } from "./sqlite/sqlite-file.server.ts";

const MAX_TRIES = 5;
/** Upper bound of the pause after the first try; it doubles with each. */
const FIRST_PAUSE_MS = 20;
/** A try that fails later than this after the first has begun is the last: a request is waiting. */
const RETRY_LIMIT_MS = 5_000;

const POSTGRES_SERIALIZATION_FAILURE = "40001";
const POSTGRES_DEADLOCK = "40P01";

/**
 * Runs `work` in a transaction, and retries it when the database rolled it back in favour of another one: a deadlock,
 * a serialization failure, a file locked by another process. Every transaction of the application is made here.
 *
 * @param db not a transaction itself
 * @param work repeatable: it writes through `trx` and nowhere else, and returns its result instead of keeping it in
 * memory. Rows are locked with `lockRow`, in the order of `LOCK_ORDER`
 * @returns the result of the last run of `work`, after the commit
 * @throws what `work` throws, with everything undone; after several tries the database's own error; `NotDurable` when
 * the commit stands but may not survive a power cut
 */
export function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
	return retryConflicts(() => db.transaction().execute(work));
}

/**
 * Retries what the database rolled back in favour of another transaction. For a single statement outside a
 * transaction that touches rows of several owners; everything else uses `transact`.
 *
 * @param work makes one statement or one whole transaction
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
	const began = performance.now();
	for (let tries = 1; ; tries++) {
		try {
			return await work();
		} catch (error) {
			if (!isConflict(error) || tries === MAX_TRIES || performance.now() - began > RETRY_LIMIT_MS)
				throw error;
		}
		// Random, so that two transactions that conflicted do not conflict again.
		await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1));
	}
}

/** Whether the database rolled back the statement or the transaction only because of another one. */
export function isConflict(error: unknown): boolean {
	const code = (error as { code?: unknown } | null)?.code;
	return code === POSTGRES_SERIALIZATION_FAILURE || code === POSTGRES_DEADLOCK || isBusy(error);
}
