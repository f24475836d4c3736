import { Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresDialect } from "../../../app/platform/db/postgres-dialect.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";

let postgres: Awaited<ReturnType<typeof emptyPostgres>>;
let frozen: Kysely<unknown>;
let other: Kysely<unknown>;
beforeAll(async () => {
	postgres = await emptyPostgres();
	frozen = new Kysely({ dialect: postgresDialect(postgres.url) });
	other = new Kysely({ dialect: postgresDialect(postgres.url) });
	await sql`create table rows (id int primary key, value int)`.execute(other);
	await sql`insert into rows values (1, 0)`.execute(other);
});
afterAll(async () => {
	await frozen.destroy();
	await other.destroy();
	await postgres.remove();
});

describe("PostgreSQL: a server that is frozen in the middle of a transaction", () => {
	test("holds its locks for a limited time only, then its transaction is rolled back", async () => {
		const change = (db: Kysely<unknown>, value: number) =>
			sql`update rows set value = ${value} where id = 1`.execute(db);
		let wakeUp = () => {};
		const awake = new Promise<void>((resolve) => {
			wakeUp = resolve;
		});
		let locked = () => {};
		const isLocked = new Promise<void>((resolve) => {
			locked = resolve;
		});
		const written = frozen.transaction().execute(async (trx) => {
			await change(trx, 1);
			locked();
			await awake;
			await sql`select 1`.execute(trx);
		});
		const undone = expect(written).rejects.toThrow();
		await isLocked;
		await change(other, 2);
		wakeUp();
		await undone;
		const { rows } = await sql`select value from rows`.execute(other);
		expect(rows).toEqual([{ value: 2 }]);
		// The pool has another connection in its place.
		await sql`select 1`.execute(frozen);
	});
});
