import { setTimeout as wait } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresDialect } from "../../../app/platform/db/postgres-dialect.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";

let postgres: Awaited<ReturnType<typeof emptyPostgres>>;
let db: Kysely<unknown>;
beforeAll(async () => {
	postgres = await emptyPostgres();
	db = new Kysely({ dialect: postgresDialect(postgres.url) });
});
afterAll(async () => {
	await db.destroy();
	await postgres.remove();
});

/** As when PostgreSQL is started anew: everybody's connection goes, but the one that this is said on. */
const cutAll = () =>
	sql`select pg_terminate_backend(pid) from pg_stat_activity
		where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
/** The connections that have begun to sleep. */
const sleeping = async () => {
	const { rows } = await sql`select pid from pg_stat_activity
		where datname = current_database() and wait_event = 'PgSleep'`.execute(db);
	return rows;
};
const works = () => expect.poll(() => sql`select 1`.execute(db)).toBeDefined();

// Unheard, the error of a connection would end the server; the runner fails at an uncaught one.
describe("PostgreSQL: a connection that is cut", () => {
	test("in the middle of a query fails that query alone", async () => {
		const asked = expect(sql`select pg_sleep(600)`.execute(db)).rejects.toThrow(/terminat/i);
		await expect.poll(sleeping).toHaveLength(1);
		await cutAll();
		await asked;
		await works();
	});

	test("between two statements of a transaction fails that transaction alone", async () => {
		const written = db.transaction().execute(async (trx) => {
			await sql`select 1`.execute(trx);
			await cutAll();
			await wait(200);
			await sql`select 1`.execute(trx);
		});
		await expect(written).rejects.toThrow();
		await works();
	});
});
