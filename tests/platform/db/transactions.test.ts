import { describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";

const account = (id: string, created_at = 0) => ({
	id,
	email: `${id}@example.ru`,
	state: "active" as const,
	created_at,
});
const ids = async (db: Db) =>
	(await db.selectFrom("accounts").select("id").orderBy("id").execute()).map(({ id }) => id);

/** A guarded update, as the domain makes them: read, and write only if nobody has written in between. */
async function addOne(db: Db): Promise<void> {
	for (;;) {
		const { created_at: seen } = await db
			.selectFrom("accounts")
			.select("created_at")
			.executeTakeFirstOrThrow();
		const { numUpdatedRows } = await db
			.updateTable("accounts")
			.set({ created_at: seen + 1 })
			.where("created_at", "=", seen)
			.executeTakeFirst();
		if (numUpdatedRows === 1n) return;
	}
}

describe("transactions", () => {
	eachDatabase((openTestDb) => {
		test("a thrown error rolls everything back, and the next transaction works", async () => {
			const db = await openTestDb();
			const acting = db.transaction().execute(async (trx) => {
				await trx.insertInto("accounts").values(account("a")).execute();
				throw new Error("no");
			});
			await expect(acting).rejects.toThrow("no");
			expect(await ids(db)).toEqual([]);
			await db.transaction().execute((trx) => trx.insertInto("accounts").values(account("b")).execute());
			expect(await ids(db)).toEqual(["b"]);
		});

		test("a refused statement ends its transaction only", async () => {
			const db = await openTestDb();
			await db.insertInto("accounts").values(account("a")).execute();
			const twice = db.transaction().execute(async (trx) => {
				await trx.insertInto("accounts").values(account("b")).execute();
				await trx.insertInto("accounts").values(account("a")).execute();
			});
			await expect(twice).rejects.toThrow();
			expect(await ids(db)).toEqual(["a"]);
		});

		test("a read outside neither waits for an open transaction nor sees its writes", async () => {
			const db = await openTestDb();
			await db.transaction().execute(async (trx) => {
				await trx.insertInto("accounts").values(account("a")).execute();
				expect(await ids(trx)).toEqual(["a"]);
				expect(await ids(db)).toEqual([]);
			});
			expect(await ids(db)).toEqual(["a"]);
		});

		test("forty transactions and forty writes at once all happen", async () => {
			const db = await openTestDb();
			const names = Array.from({ length: 40 }, (_, i) => `n${String(i).padStart(2, "0")}`);
			await Promise.all([
				...names.map((id) =>
					db.transaction().execute(async (trx) => {
						await trx
							.insertInto("accounts")
							.values(account(`${id}t`))
							.execute();
						await new Promise((resolve) => setImmediate(resolve));
						await trx.updateTable("accounts").set({ name: "there" }).where("id", "=", `${id}t`).execute();
					}),
				),
				...names.map((id) =>
					db
						.insertInto("accounts")
						.values(account(`${id}w`))
						.execute(),
				),
			]);
			const { there } = await db
				.selectFrom("accounts")
				.select((eb) => eb.fn.count<number>("id").filterWhere("name", "=", "there").as("there"))
				.executeTakeFirstOrThrow();
			expect(await ids(db)).toHaveLength(80);
			expect(there).toBe(40);
		});

		test("guarded updates from two servers lose nothing", async () => {
			const db = await openTestDb();
			const other = await openDatabase(urlOf(db));
			await db.insertInto("accounts").values(account("a")).execute();
			await Promise.all(Array.from({ length: 20 }, (_, i) => addOne(i % 2 ? db : other)));
			const { created_at } = await db.selectFrom("accounts").select("created_at").executeTakeFirstOrThrow();
			await other.destroy();
			expect(created_at).toBe(20);
		});

		test("a server waits while another has a transaction open, without blocking its event loop", async () => {
			const db = await openTestDb();
			const other = await openDatabase(urlOf(db));
			await db.insertInto("accounts").values(account("a")).execute();
			let ticks = 0;
			const ticking = setInterval(() => ticks++, 5);
			let written: Promise<unknown> | undefined;
			await db.transaction().execute(async (trx) => {
				await trx.updateTable("accounts").set({ name: "first" }).execute();
				written = other.updateTable("accounts").set({ name: "second" }).execute();
				// Blocked in SQLite's own waiting it would count none, and the other would give up.
				await expect.poll(() => ticks).toBeGreaterThan(10);
			});
			await written;
			clearInterval(ticking);
			const { name } = await db.selectFrom("accounts").select("name").executeTakeFirstOrThrow();
			await other.destroy();
			expect(name).toBe("second");
		});

		test("part of a transaction can be rolled back", async () => {
			const db = await openTestDb();
			const trx = await db.startTransaction().execute();
			await trx.insertInto("accounts").values(account("a")).execute();
			const after = await trx.savepoint("half").execute();
			await after.insertInto("accounts").values(account("b")).execute();
			await after.rollbackToSavepoint("half").execute();
			await trx.commit().execute();
			expect(await ids(db)).toEqual(["a"]);
		});
	});
});
