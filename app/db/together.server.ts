import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";

type Waiting = { work: (trx: Db) => Promise<void>; fail: (error: unknown) => void; settle: () => void };

/** So many pieces of work share a transaction; the file is locked for others meanwhile. */
const AT_MOST = 20;

const queues = new WeakMap<Db, Waiting[]>();

/**
 * A transaction that may be shared with others that are asked for at the same moment; each is undone alone
 * when it fails. On SQLite a commit waits for the disk, and everything in the process waits with it, so
 * fifty small ones cost fifty times as much as one. On PostgreSQL each is a transaction of its own: there
 * the waiting is done elsewhere, and locks that are held together can block each other.
 * @returns what the work returned, after the commit
 */
export async function together<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
	if (isPostgres(db)) return db.transaction().execute(work);
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
		try {
			for (const { settle } of await commit(db, batch)) settle();
		} catch (error) {
			for (const { fail } of batch) fail(error);
		}
	}
	queues.delete(db);
}

/** @returns those whose work is in; the others have been told */
async function commit(db: Db, batch: Waiting[]): Promise<Waiting[]> {
	const done: Waiting[] = [];
	const failed: [Waiting, unknown][] = [];
	const trx = await db.startTransaction().execute();
	try {
		for (const one of batch) {
			const saved = await trx.savepoint("one").execute();
			try {
				await one.work(saved);
				done.push(one);
			} catch (error) {
				await saved.rollbackToSavepoint("one").execute();
				failed.push([one, error]);
			}
			await saved.releaseSavepoint("one").execute();
		}
		await trx.commit().execute();
	} catch (error) {
		if (!trx.isCommitted) await trx.rollback().execute();
		throw error;
	}
	for (const [{ fail }, error] of failed) fail(error);
	return done;
}
