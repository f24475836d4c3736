import { ERASE_ACCOUNT, eraseOwn } from "../accounts/delete-account.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { type Clock, readDatabaseTime } from "../platform/db/database-clock.server.ts";
import { lockRow } from "../platform/db/lock-row.server.ts";
import { transact } from "../platform/db/transact.server.ts";
import { type JobHandler, minutesDoubling } from "../platform/jobs/job-handler.server.ts";
import { hasNoJob } from "../platform/jobs/job-status.server.ts";
import type { PersonalData } from "../platform/personal-data.ts";
import { PERSONAL_DATA } from "./personal-data.server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Erases the data of all modules about a deleted account, in batches that delay no request. It may be interrupted at
 * any moment and resumed from any server, and two at the same time do no harm. It is not finished while a module
 * still waits for something, such as a payment under way.
 */
export async function eraseData(
	db: Db,
	accountId: string,
	now = Date.now(),
	parts: readonly PersonalData[] = PERSONAL_DATA,
): Promise<void> {
	await transact(db, (trx) => eraseOwn(trx, accountId));
	for (const { part, eraseSome } of parts) {
		let erased: number;
		do {
			erased = await transact(db, async (trx) => {
				const count = await holdCount(trx, accountId);
				const rows = await eraseSome(trx, accountId, now);
				if (rows > 0) await writeCount(trx, accountId, { ...count, [part]: (count[part] ?? 0) + rows });
				return rows;
			});
		} while (erased > 0);
	}
	for (const { waits } of parts) if (await waits?.(db, accountId)) return;
	await db
		.updateTable("deletions")
		.set({ erased_at: now })
		.where("account_id", "=", accountId)
		.where("erased_at", "is", null)
		.execute();
}

type Count = Record<string, number>;

/** Locks and reads the row of the deletion log: no batch is counted twice. */
async function holdCount(trx: Db, accountId: string): Promise<Count> {
	const deletion = await lockRow(trx, "deletions", accountId);
	return JSON.parse(deletion?.erased ?? "{}");
}

async function writeCount(trx: Db, accountId: string, count: Count): Promise<void> {
	await trx
		.updateTable("deletions")
		.set({ erased: JSON.stringify(count) })
		.where("account_id", "=", accountId)
		.execute();
}

/**
 * Erases what a deleted account has left: resumed after a crash, repeated while something waits, and for an hour, since
 * a request that was under way at the deletion may have written afterwards. Never given up.
 */
export const eraseAccountHandler = (db: Db, parts: readonly PersonalData[] = PERSONAL_DATA): JobHandler => ({
	kind: ERASE_ACCOUNT,
	concurrency: 2,
	// Two at the same time do no harm.
	leaseMs: 10 * MINUTE,
	maxAttempts: null,
	pauseMs: minutesDoubling,
	run: async ({ key }, { clock }) => {
		const now = await readDatabaseTime(db, clock);
		await eraseData(db, key, now, parts);
		const deletion = await db
			.selectFrom("deletions")
			.select("erased_at")
			.where("account_id", "=", key)
			.executeTakeFirst();
		const isOver = !deletion || (deletion.erased_at !== null && deletion.erased_at <= now - HOUR);
		return isOver ? { outcome: "done" } : { outcome: "reschedule", at: now + MINUTE };
	},
	findJobless: findDeletionsWithoutJob,
});

/** Accounts that a server of the previous release has deleted. */
async function findDeletionsWithoutJob(db: Db, limit: number, clock?: Clock) {
	const now = await readDatabaseTime(db, clock);
	return db
		.selectFrom("deletions")
		.select(["account_id as key", "at as dueAt"])
		.where("at", "<", now - MINUTE)
		.where((eb) => eb.or([eb("erased_at", "is", null), eb("erased_at", ">", now - HOUR)]))
		.where(hasNoJob(ERASE_ACCOUNT, "deletions.account_id"))
		.orderBy("at")
		.limit(limit)
		.execute();
}
