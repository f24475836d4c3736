import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "./connection.server.ts";
import { isBusy } from "./sqlite/sqlite-file.server.ts";

const TRIES = 5;
/** The longest pause after the first try; it doubles with each. */
const FIRST_PAUSE_MS = 20;
/** A try that fails later than this after the first has begun is the last: somebody is waiting. */
const PATIENCE_MS = 5_000;

const POSTGRES_SERIALIZATION_FAILURE = "40001";
const POSTGRES_DEADLOCK = "40P01";

/**
 * Runs `work` in a transaction, and again when the database undid it for the sake of another one: a deadlock, a
 * serialization failure, a file held by another process. Every transaction of the product is made here.
 *
 * @param db not a transaction itself
 * @param work can be repeated: it writes through `trx` and nowhere else, and what it leaves in memory comes back as
 * its result. Rows are locked with `lockRow`, in the order that stands there
 * @returns what the last run of `work` returned, after the commit
 * @throws what `work` throws, with everything undone; after several tries the database's own error; `NotDurable`
 * when the commit stands but may not survive a power cut
 */
export function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
	return retryConflicts(() => db.transaction().execute(work));
}

/**
 * Does once more what the database has refused for the sake of another transaction. For a single statement
 * outside a transaction that touches rows of several owners; everything else takes `transact`.
 *
 * @param act makes one statement or one whole transaction
 */
export async function retryConflicts<T>(act: () => Promise<T>): Promise<T> {
	const began = performance.now();
	for (let tries = 1; ; tries++) {
		try {
			return await act();
		} catch (error) {
			if (!isConflict(error) || tries === TRIES || performance.now() - began > PATIENCE_MS) throw error;
		}
		// By chance, so that two which have met do not meet again.
		await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1));
	}
}

/** Whether the database has undone the statement or the transaction only because of another one. */
export function isConflict(error: unknown): boolean {
	const code = (error as { code?: unknown } | null)?.code;
	return code === POSTGRES_SERIALIZATION_FAILURE || code === POSTGRES_DEADLOCK || isBusy(error);
}
