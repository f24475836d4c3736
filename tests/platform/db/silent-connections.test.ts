import { Kysely, sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { DatabaseAway } from "../../../app/platform/db/database-away.server.ts";
import { postgresDialect } from "../../../app/platform/db/postgres-dialect.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { openWay } from "../../support/database/way.ts";
import { stall } from "../../support/stall.ts";

/** A database behind an address that can be led elsewhere. */
async function openBehindWay(parameters = "") {
	const postgres = await emptyPostgres();
	const url = new URL(postgres.url + parameters);
	const way = await openWay(Number(url.port));
	url.port = String(way.port);
	const db = new Kysely({ dialect: postgresDialect(url.href) });
	onTestFinished(async () => {
		await db.destroy();
		way.close();
		await postgres.remove();
	});
	return { db, way };
}

describe("PostgreSQL: a connection that says nothing", () => {
	test("is closed when the database does not know of it, and the next statement has another", async () => {
		const warned = vi.spyOn(console, "warn").mockReturnValue();
		onTestFinished(() => warned.mockRestore());
		const { db, way } = await openBehindWay();
		await sql`select 1`.execute(db);
		way.freeze();
		await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseAway);
		expect(warned).toHaveBeenCalledWith(expect.stringContaining("соединение молчит"));
		await sql`select 1`.execute(db);
	});

	test("is left alone while the database works at its statement: a migration, a copy", async () => {
		const { db } = await openBehindWay();
		const { db: named } = await openBehindWay("?application_name=of%20the%20operator");
		// Longer than a connection may be silent, and two looks more.
		const sleep = sql`select pg_sleep(16)`;
		await Promise.all([sleep.execute(db), sleep.execute(named)]);
	});

	test("is left alone where this process stood still while it asked the database", async () => {
		const { db } = await openBehindWay();
		const { prototype } = pg.Client as unknown as {
			prototype: { query: (...args: unknown[]) => unknown };
		};
		const { query } = prototype;
		let asked = 0;
		prototype.query = function (...args) {
			const reply = query.apply(this, args);
			if (String(args[0]).includes("pg_stat_activity")) {
				asked++;
				// Longer than the database may take to answer.
				stall(10_000);
			}
			return reply;
		};
		onTestFinished(() => {
			prototype.query = query;
		});
		await sql`select pg_sleep(25)`.execute(db);
		expect(asked).toBeGreaterThan(0);
	});
});
