import { eraseOwn } from "../accounts/delete-account.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import type { Clock } from "../platform/db/database-clock.server.ts";
import { lockRow } from "../platform/db/lock-row.server.ts";
import { transact } from "../platform/db/transact.server.ts";
import { forEachItem } from "../platform/for-each-item.ts";
import type { PersonalData } from "../platform/personal-data.ts";
import { PERSONAL_DATA } from "./personal-data.server.ts";

const HOUR = 3_600_000;
const AT_ONCE = 100;

/**
 * Erases what the rooms hold of a deleted account, in pieces that hold up nobody. It may be cut short at
 * any moment and go on later, from any server, and two at the same time do no harm. It is not over while a room
 * still waits for something, such as money on its way.
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

/** Reads the log's line and keeps others from it: no piece is counted twice. */
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
 * Finishes what a crash has left, and looks once more after those deleted lately: a request that was under
 * way when the account went may have written after all. A chore of the clock: a hundred at a time, whoever was
 * tried longest ago first, so that those that wait for something keep nobody else waiting.
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
