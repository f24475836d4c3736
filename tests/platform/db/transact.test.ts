import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { lockRow } from "../../../app/platform/db/lock-row.server.ts";
import { retryConflicts, transact } from "../../../app/platform/db/transact.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";

const account = (id: string) => ({
	id,
	email: `${id}@example.ru`,
	state: "active" as const,
	created_at: 0,
});

/** Resolves for everybody once `count` have come; who comes later goes through. */
function meeting(count: number): () => Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	let come = 0;
	return () => {
		if (++come >= count) resolve();
		return promise;
	};
}

const addOne = (trx: Db, id: string) =>
	trx
		.updateTable("accounts")
		.set((eb) => ({ created_at: eb("created_at", "+", 1) }))
		.where("id", "=", id)
		.execute();

const counts = async (db: Db) =>
	(await db.selectFrom("accounts").select("created_at").orderBy("id").execute()).map((row) => row.created_at);

describe("transact", () => {
	eachDatabase((openTestDb, name) => {
		test("an error that is no conflict is thrown at once, with everything rolled back", async () => {
			const db = await openTestDb();
			let runs = 0;
			const acting = transact(db, async (trx) => {
				runs++;
				await trx.insertInto("accounts").values(account("a")).execute();
				throw new Error("no");
			});
			await expect(acting).rejects.toThrow("no");
			expect(runs).toBe(1);
			expect(await counts(db)).toEqual([]);
		});

		test("a conflict that does not end is given up after some tries", async () => {
			let runs = 0;
			const conflict = Object.assign(new Error("again"), { code: "40P01" });
			const acting = retryConflicts(async () => {
				runs++;
				throw conflict;
			});
			await expect(acting).rejects.toBe(conflict);
			expect(runs).toBe(5);
		});

		test("a locked row is read as its previous holder left it", async () => {
			const db = await openTestDb();
			const other = await openDatabase(urlOf(db));
			await db.insertInto("accounts").values(account("a")).execute();
			await Promise.all(
				Array.from({ length: 10 }, (_, i) =>
					transact(i % 2 ? db : other, async (trx) => {
						const seen = (await lockRow(trx, "accounts", "a"))?.created_at ?? 0;
						await new Promise((resolve) => setImmediate(resolve));
						await trx
							.updateTable("accounts")
							.set({ created_at: seen + 1 })
							.execute();
					}),
				),
			);
			await other.destroy();
			expect(await counts(db)).toEqual([10]);
			await expect(transact(db, (trx) => lockRow(trx, "accounts", "nobody"))).resolves.toBeUndefined();
		});

		if (name === "SQLite") {
			test("a file locked by another process is retried", async () => {
				const db = await openTestDb();
				const busy = Object.assign(new Error("database is locked"), { errcode: 517 });
				let runs = 0;
				await transact(db, async (trx) => {
					await trx.insertInto("accounts").values(account("a")).execute();
					if (++runs === 1) throw busy;
				});
				expect(runs).toBe(2);
				expect(await counts(db)).toEqual([0]);
			});
			return;
		}

		test("two transactions that lock the same rows in different orders both commit", async () => {
			const db = await openTestDb();
			await db
				.insertInto("accounts")
				.values([account("a"), account("b")])
				.execute();
			const met = meeting(2);
			let runs = 0;
			const both = (first: string, second: string) =>
				transact(db, async (trx) => {
					runs++;
					await addOne(trx, first);
					await met();
					await addOne(trx, second);
				});
			await Promise.all([both("a", "b"), both("b", "a")]);
			expect(runs).toBeGreaterThan(2);
			expect(await counts(db)).toEqual([2, 2]);
		});

		test("a transaction whose snapshot is too old is retried on a new one", async () => {
			const db = await openTestDb();
			await db.insertInto("accounts").values(account("a")).execute();
			let runs = 0;
			await transact(db, async (trx) => {
				runs++;
				await sql`set transaction isolation level serializable`.execute(trx);
				await trx.selectFrom("accounts").selectAll().execute();
				// Somebody else writes between what was read and what is written.
				if (runs === 1) await addOne(db, "a");
				await addOne(trx, "a");
			});
			expect(runs).toBe(2);
			expect(await counts(db)).toEqual([2]);
		});

		test("a lock out of order is refused at once, a repeated one is not", async () => {
			const db = await openTestDb();
			await transact(db, async (trx) => {
				await lockRow(trx, "accounts", "a");
				await lockRow(trx, "accounts", "b");
				await lockRow(trx, "answers", "c");
			});
			const wrong = transact(db, async (trx) => {
				await lockRow(trx, "answers", "c");
				await lockRow(trx, "conversations", "d");
			});
			await expect(wrong).rejects.toThrow("LOCK_ORDER");
		});

		test("a row that refers to a locked one can be inserted meanwhile", async () => {
			const db = await openTestDb();
			await db.insertInto("accounts").values(account("a")).execute();
			await transact(db, async (trx) => {
				await lockRow(trx, "accounts", "a");
				const step = { token_hash: "t", account_id: "a", expires_at: 0 };
				await db.insertInto("sign_in_steps").values(step).execute();
			});
			expect(await db.selectFrom("sign_in_steps").selectAll().execute()).toHaveLength(1);
		});
	});
});
