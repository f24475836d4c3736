import type { Db } from "../connection.server.ts";
import { Handle } from "./sqlite-driver.server.ts";

/**
 * Calls back when the transaction is committed: every connection sees it, and its sync to the disk has begun but may
 * fail yet. For work that tells nobody of it before a sync of its own, which is for this commit too. Nothing is called
 * when the transaction is undone, and nothing on PostgreSQL, where a commit comes back synced: whoever asks acts after
 * `transact()` as well.
 *
 * @param trx the transaction
 * @param callback must not throw
 */
export const onCommitted = (trx: Db, callback: () => void): Promise<void> =>
	trx.getExecutor().provideConnection(async (connection) => {
		if (connection instanceof Handle) connection.onCommitted(callback);
	});
