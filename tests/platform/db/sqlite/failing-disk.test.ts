import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Db, diskFailure, openDatabase } from "../../../../app/platform/db/connection.server.ts";
import { groupCommit } from "../../../../app/platform/db/group-commit.server.ts";
import { migrate } from "../../../../app/platform/db/migrate.server.ts";
import { NotDurable } from "../../../../app/platform/db/not-durable.server.ts";
import { transact } from "../../../../app/platform/db/transact.server.ts";
import { withoutSync } from "../../../../app/platform/db/without-sync.server.ts";
import { countSyncs, diskError } from "../../../support/database/failing-disk.ts";

let folder: string;
let db: Db;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-disk-"));
	db = await openDatabase(`sqlite:${join(folder, "test.db")}`);
	await migrate(db);
});
afterEach(async () => {
	await db.destroy();
	rmSync(folder, { recursive: true, force: true });
});

const insert = (id: string, into: Db = db) =>
	into.insertInto("throttles").values({ key: id, full_at: 0 }).execute();
const keys = async () =>
	(await db.selectFrom("throttles").select("key").orderBy("key").execute()).map(({ key }) => key);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A second transaction that begins while the first waits for the disk, and is in its middle when that fails. */
async function besideFailingSync(first: () => Promise<unknown>) {
	const syncs = await countSyncs();
	const { promise: failed, reject: fail } = Promise.withResolvers<void>();
	syncs.mockImplementationOnce(() => failed);
	const mine = first();
	const outcome = expect(mine).rejects.toThrow();
	const others = transact(db, async (trx) => {
		await insert("other 1", trx);
		fail(diskError("EIO"));
		await outcome;
		await turn();
		await insert("other 2", trx);
	});
	const third = transact(db, (trx) => insert("third", trx));
	await Promise.all([outcome, others, third]);
	return mine.catch((error: unknown) => error);
}

test("a write without sync waits for no disk, and the next sync is for it too", async () => {
	const syncs = await countSyncs();
	await insert("lax", withoutSync(db));
	expect(syncs).not.toHaveBeenCalled();
	expect(await keys()).toEqual(["lax"]);
	await insert("strict");
	expect(syncs).toHaveBeenCalledTimes(1);
	// In a transaction it is one write of several.
	await transact(db, (trx) => insert("in a transaction", withoutSync(trx)));
	expect(syncs).toHaveBeenCalledTimes(2);
});

describe("a sync that fails", () => {
	test("is an error for the caller that committed, and rolls no other transaction back", async () => {
		const error = await besideFailingSync(() => transact(db, (trx) => insert("mine", trx)));
		expect(error).toBeInstanceOf(NotDurable);
		expect(error).toMatchObject({ cause: { code: "EIO" } });
		expect(await keys()).toEqual(["mine", "other 1", "other 2", "third"]);
	});

	test("of a statement alone does the same", async () => {
		expect(await besideFailingSync(() => insert("mine"))).toBeInstanceOf(NotDurable);
		expect(await keys()).toEqual(["mine", "other 1", "other 2", "third"]);
	});

	test("releases the mutex once: nothing is written inside another caller's transaction", async () => {
		const syncs = await countSyncs();
		syncs.mockRejectedValueOnce(diskError("ENOSPC"));
		await expect(transact(db, (trx) => insert("mine", trx))).rejects.toThrow(NotDurable);
		let inside = 0;
		await Promise.all(
			Array.from({ length: 10 }, (_, i) =>
				transact(db, async (trx) => {
					expect(++inside).toBe(1);
					await insert(`a${i}`, trx);
					await turn();
					inside--;
				}),
			),
		);
		expect(await keys()).toHaveLength(11);
	});

	test("of a group commit is an error for each call, and nothing runs twice", async () => {
		const syncs = await countSyncs();
		syncs.mockRejectedValueOnce(diskError("EIO"));
		let runs = 0;
		const work = (id: string) =>
			groupCommit(db, async (trx) => {
				runs++;
				await insert(id, trx);
			});
		const all = await Promise.allSettled([work("a"), work("b"), work("c")]);
		expect(all.map((one) => one.status === "rejected" && one.reason)).toEqual(
			Array.from({ length: 3 }, () => expect.any(NotDurable)),
		);
		expect(runs).toBe(3);
		expect(await keys()).toEqual(["a", "b", "c"]);
	});

	test("requires a checkpoint before the next commit counts as durable", async () => {
		const syncs = await countSyncs();
		syncs.mockRejectedValueOnce(diskError("EIO"));
		await expect(insert("lost, perhaps")).rejects.toThrow(NotDurable);
		expect(diskFailure(db)).toMatchObject({ code: "EIO" });
		const asked = syncs.mock.calls.length;
		await insert("next");
		// A second sync of the same pages proves nothing; the whole log was brought over instead, and is empty.
		expect(syncs.mock.calls.length).toBe(asked);
		expect(statSync(join(folder, "test.db-wal")).size).toBe(0);
		expect(diskFailure(db)).toBeUndefined();
		await insert("as ever");
		expect(syncs.mock.calls.length).toBe(asked + 1);
	});

	test("is repaired without a new write", async () => {
		const syncs = await countSyncs();
		syncs.mockRejectedValueOnce(diskError("EIO"));
		await expect(insert("lost, perhaps")).rejects.toThrow(NotDurable);
		await expect.poll(() => diskFailure(db)).toBeUndefined();
	});
});

describe("a full disk", () => {
	const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(db);

	test("fails the writer, rolls its transaction back alone, and work continues when there is space again", async () => {
		await insert("before");
		await limit(1);
		const large = transact(db, async (trx) => {
			await insert("first", trx);
			await insert("x".repeat(200_000), trx);
		});
		await expect(large).rejects.toThrow(/full/);
		await expect(insert("x".repeat(200_000))).rejects.toThrow(/full/);
		expect(await keys()).toEqual(["before"]);
		await limit(1_000_000);
		await transact(db, (trx) => insert("after", trx));
		expect(await keys()).toEqual(["after", "before"]);
	});

	test("when SQLite rolls back by itself, later statements of that transaction are refused, not committed alone", async () => {
		await insert("there");
		const acting = transact(db, async (trx) => {
			await insert("mine", trx);
			// As a full disk does it.
			await sql`insert or rollback into throttles (key, full_at) values ('there', 0)`
				.execute(trx)
				.catch(() => {});
			await insert("half", trx);
		});
		await expect(acting).rejects.toThrow("undone");
		expect(await keys()).toEqual(["there"]);
		await transact(db, (trx) => insert("next", trx));
		expect(await keys()).toEqual(["next", "there"]);
	});
});
