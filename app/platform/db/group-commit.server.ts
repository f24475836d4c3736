import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";
import { NotDurable } from "./not-durable.server.ts";
import { transact } from "./transact.server.ts";

type Waiting = { work: (trx: Db) => Promise<void>; fail: (error: unknown) => void; settle: () => void };

/** So many pieces of work share a transaction; the file is locked for others meanwhile, also for what is being said. */
const AT_MOST = 8;

const queues = new WeakMap<Db, Waiting[]>();

/**
 * A transaction that may be shared with others that are asked for at the same moment; each is undone alone
 * when it fails. On SQLite a commit waits for the disk, and everything in the process waits with it, so
 * fifty small ones cost fifty times as much as one. On PostgreSQL each is a transaction of its own: there
 * the waiting is done elsewhere, and locks that are held together can block each other.
 * @param work can be repeated, as for `transact`: when it shared its transaction with one that failed, it is done
 * a second time
 * @returns what the work returned, after the commit
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
		void workOff(db, waiting);
	});
	if (!result) throw new Error("The work was committed without having been done.");
	return result.value;
}

async function workOff(db: Db, waiting: Waiting[]): Promise<void> {
	while (waiting.length > 0) {
		// Others get a turn before each, and more may come together.
		await turn();
		const batch = waiting.splice(0, AT_MOST);
		// A savepoint around each would undo it alone, but with each the words for the search are written to the
		// file, and that is a quarter of what the end of an answer costs. Failures are rare: only then each goes alone.
		if (await commit(db, batch)) continue;
		for (const one of batch) await commit(db, [one]);
	}
	queues.delete(db);
}

/** @returns false when it was undone because one of several has failed; nobody has been told then */
async function commit(db: Db, batch: Waiting[]): Promise<boolean> {
	try {
		await transact(db, async (trx) => {
			for (const { work } of batch) await work(trx);
		});
	} catch (error) {
		// What may be lost is not undone: done a second time it would be there twice.
		if (batch.length > 1 && !(error instanceof NotDurable)) return false;
		for (const { fail } of batch) fail(error);
		return true;
	}
	for (const { settle } of batch) settle();
	return true;
}
