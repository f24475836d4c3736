import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";
import { NotDurable } from "./not-durable.server.ts";
import { transact } from "./transact.server.ts";

type Waiting = { work: (trx: Db) => Promise<void>; fail: (error: unknown) => void; settle: () => void };

/**
 * Maximum number of calls in one transaction; it keeps the file locked for others, also for answers that are being
 * written.
 */
const MAX_BATCH = 8;

const queues = new WeakMap<Db, Waiting[]>();

/**
 * Runs `work` in a transaction that may be shared with other calls made at the same moment; each is undone alone when
 * it fails. On SQLite a commit waits for the disk, and everything in the process waits with it, so fifty small
 * commits cost fifty times as much as one. On PostgreSQL each call has its own transaction: the wait does not block
 * this process, and row locks that are held together could block each other.
 * @param work repeatable, as for `transact`: when it shared its transaction with one that failed, it runs a second
 * time
 * @returns the result of `work`, after the commit
 */
export async function groupCommit<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
	if (isPostgres(db)) return transact(db, work);
	let result: { value: T } | undefined;
	await new Promise<void>((resolve, reject) => {
		const waiting = queues.get(db) ?? [];
		waiting.push({
			work: async (trx) => {
				result = { value: await work(trx) };
			},
			fail: reject,
			settle: resolve,
		});
		if (queues.has(db)) return;
		queues.set(db, waiting);
		void runQueue(db, waiting);
	});
	if (!result) throw new Error("The work was committed without having been done.");
	return result.value;
}

async function runQueue(db: Db, waiting: Waiting[]): Promise<void> {
	while (waiting.length > 0) {
		// Yields to the event loop before each commit, so that more calls can join it.
		await turn();
		const batch = waiting.splice(0, MAX_BATCH);
		// A savepoint around each call would undo it alone, but each savepoint makes the full-text index write its words
		// to the file, a quarter of the cost of finishing an answer. Failures are rare: only then each call gets its own
		// transaction.
		if (await commit(db, batch)) continue;
		for (const one of batch) await commit(db, [one]);
	}
	queues.delete(db);
}

/**
 * @returns false when the transaction was undone because one of several calls failed; no caller has been answered
 * then
 */
async function commit(db: Db, batch: Waiting[]): Promise<boolean> {
	try {
		await transact(db, async (trx) => {
			for (const { work } of batch) await work(trx);
		});
	} catch (error) {
		// A commit that is not durable is not undone: running the work again would apply it twice.
		if (batch.length > 1 && !(error instanceof NotDurable)) return false;
		for (const { fail } of batch) fail(error);
		return true;
	}
	for (const { settle } of batch) settle();
	return true;
}
