import { eraseOwn } from "../accounts/delete-account.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import type { Clock } from "../platform/db/database-clock.server.ts";
import { lockRow } from "../platform/db/lock-row.server.ts";
import { transact } from "../platform/db/transact.server.ts";
import { forEachItem } from "../platform/for-each-item.server.ts";
import type { PersonalData } from "../platform/personal-data.ts";
import { PERSONAL_DATA } from "./personal-data.server.ts";

const HOUR = 3_600_000;
const AT_ONCE = 100;

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
 * Resumes erasures after a crash, and repeats them for recently deleted accounts: a request that was under way at the
 * deletion may have written afterwards. A scheduled job: a hundred at a time, least recently tried first, so that
 * those that wait for something do not block the others.
 */
export async function finishErasing(
	db: Db,
	clock: Clock = Date.now,
	parts: readonly PersonalData[] = PERSONAL_DATA,
): Promise<void> {
	const unfinished = await db
		.selectFrom("deletions")
		.select("account_id")
		.where((eb) => eb.or([eb("erased_at", "is", null), eb("erased_at", ">", clock() - HOUR)]))
		.orderBy("tried_at")
		.orderBy("account_id")
		.limit(AT_ONCE)
		.execute();
	await forEachItem(unfinished, async ({ account_id }) => {
		// Before the try, which may fail.
		await db
			.updateTable("deletions")
			.set({ tried_at: clock() })
			.where("account_id", "=", account_id)
			.execute();
		await eraseData(db, account_id, clock(), parts);
	});
}
