import { describe, expect, test, vi } from "vitest";
import type { Db } from "../../../../app/platform/db/connection.server.ts";
import { isPostgres } from "../../../../app/platform/db/dialect.server.ts";
import { NotDurable } from "../../../../app/platform/db/not-durable.server.ts";
import { onCommitted } from "../../../../app/platform/db/sqlite/on-committed.server.ts";
import { transact } from "../../../../app/platform/db/transact.server.ts";
import { eachDatabase } from "../../../support/database/databases.ts";
import { countSyncs, diskError } from "../../../support/database/failing-disk.ts";

const insert = (db: Db, key: string) => db.insertInto("throttles").values({ key, full_at: 0 }).execute();
const keys = async (db: Db) =>
	(await db.selectFrom("throttles").select("key").execute()).map(({ key }) => key);

describe("a transaction's callback", () => {
	eachDatabase((openTestDb) => {
		test("is called once at the commit, while the disk syncs; on PostgreSQL never", async () => {
			const db = await openTestDb();
			const syncs = await countSyncs();
			const { promise: synced, resolve: sync } = Promise.withResolvers<void>();
			syncs.mockImplementationOnce(() => synced);
			const callback = vi.fn();
			let isDone = false;
			const done = transact(db, async (trx) => {
				await onCommitted(trx, callback);
				await insert(trx, "one");
				expect(callback).not.toHaveBeenCalled();
			}).then(() => {
				isDone = true;
			});
			if (isPostgres(db)) await done;
			else {
				await vi.waitFor(() => expect(callback).toHaveBeenCalledTimes(1));
				expect(await keys(db)).toEqual(["one"]);
				expect(isDone).toBe(false);
			}
			sync();
			await done;
			await transact(db, (trx) => insert(trx, "another"));
			expect(callback).toHaveBeenCalledTimes(isPostgres(db) ? 0 : 1);
		});

		test("is not called when the transaction is undone, nor by the next one", async () => {
			const db = await openTestDb();
			const callback = vi.fn();
			const undone = transact(db, async (trx) => {
				await onCommitted(trx, callback);
				await insert(trx, "undone");
				throw new Error("undone");
			});
			await expect(undone).rejects.toThrow("undone");
			await transact(db, (trx) => insert(trx, "next"));
			expect(callback).not.toHaveBeenCalled();
			expect(await keys(db)).toEqual(["next"]);
		});

		test("has been called when only the sync fails: the commit stands", async () => {
			const db = await openTestDb();
			if (isPostgres(db)) return;
			const syncs = await countSyncs();
			syncs.mockRejectedValueOnce(diskError("EIO"));
			const callback = vi.fn();
			const work = transact(db, async (trx) => {
				await onCommitted(trx, callback);
				await insert(trx, "stands");
			});
			await expect(work).rejects.toThrow(NotDurable);
			expect(callback).toHaveBeenCalledTimes(1);
			expect(await keys(db)).toEqual(["stands"]);
		});
	});
});
