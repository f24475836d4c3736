import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { checkDatabase } from "../../../app/platform/db/database-health.server.ts";
import {
	knownSchema,
	migrate,
	ProgramTooOld,
	readSchema,
	readSchemaState,
} from "../../../app/platform/db/migrate.server.ts";
import { migrations, type SchemaMigration } from "../../../app/platform/db/migrations/list.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";

const nothing: SchemaMigration = { up: async () => {} };
/** A program two releases later: the first adds something, the second takes away what programs before the first use. */
const newer = {
	...migrations,
	"9001-expand": nothing,
	"9002-contract": { ...nothing, minSchema: "9001-expand" },
};

async function executed(db: Db): Promise<string[]> {
	const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
	if (!tables.some(({ name }) => name === "kysely_migration")) return [];
	// biome-ignore lint/suspicious/noExplicitAny: the migrator's own table is in no type of ours
	const rows = await (db as any).selectFrom("kysely_migration").select("name").orderBy("name").execute();
	return rows.map(({ name }: { name: string }) => name);
}

describe("migrate", () => {
	eachDatabase((openTestDb) => {
		test("applies every migration once", async () => {
			const db = await openTestDb({ migrated: false });
			expect(await migrate(db)).toEqual(Object.keys(migrations));
			expect(await migrate(db)).toEqual([]);
		});

		test("several servers starting together apply each once", async () => {
			const first = await openTestDb({ migrated: false });
			const servers = [first, ...(await Promise.all([1, 2, 3].map(() => openDatabase(urlOf(first)))))];
			const applied = await Promise.all(servers.map((db) => migrate(db)));
			expect(applied.flat().sort()).toEqual(Object.keys(migrations));
			await Promise.all(servers.slice(1).map((db) => db.destroy()));
		});

		test("a newer program's schema is left as it is, and says which programs can run on it", async () => {
			const db = await openTestDb({ migrated: false });
			await migrate(db, newer);
			expect(await readSchema(db)).toEqual({ schema: "9002-contract", minSchema: "9001-expand" });
			// A program that knows what it has to know, and not the last migration.
			expect(await migrate(db, { ...migrations, "9001-expand": newer["9001-expand"] })).toEqual([]);
			await expect(migrate(db)).rejects.toThrow(new ProgramTooOld("9001-expand"));
			expect(await executed(db)).toEqual(Object.keys(newer));
			// One that was running meanwhile is taken out by the proxy.
			expect(await checkDatabase(db, 60_000)).toEqual({
				database: "schema",
				schema: "9002-contract",
				minSchema: "9001-expand",
			});
		});

		test("this program runs on a schema that a newer one has only added to", async () => {
			const db = await openTestDb({ migrated: false });
			const expanded = { ...migrations, "9001-expand": nothing };
			await migrate(db, expanded);
			expect(await readSchemaState(db)).toMatchObject({
				last: "9001-expand",
				next: undefined,
				isTooNew: false,
			});
			expect(await migrate(db)).toEqual([]);
		});

		test("a migration that fails takes its word about older programs back", async () => {
			const db = await openTestDb({ migrated: false });
			const failing = { ...newer, "9003-fails": { up: () => Promise.reject(new Error("no")) } };
			await expect(migrate(db, failing)).rejects.toThrow("no");
			expect(await executed(db)).toEqual([]);
			await migrate(db);
			expect(await readSchema(db)).toEqual({ schema: knownSchema(), minSchema: "0026-files" });
		});

		test("a migration that is neither ours nor a newer program's stops the start", async () => {
			const db = await openTestDb();
			// biome-ignore lint/suspicious/noExplicitAny: the migrator's own table is in no type of ours
			const own = db as any;
			await own
				.insertInto("kysely_migration")
				.values({ name: "0013-of-a-branch", timestamp: "2099" })
				.execute();
			await expect(migrate(db)).rejects.toThrow("0013-of-a-branch");
		});
	});
});

test("the record of migrations that another program keeps in its own schema of the database is none of ours", async () => {
	const { url, remove } = await emptyPostgres();
	const db = await openDatabase(url);
	await sql`create schema others`.execute(db);
	await sql`create table others.kysely_migration (name text, timestamp text)`.execute(db);
	await sql`create table others.kysely_migration_lock (id text, is_locked integer)`.execute(db);
	await sql`insert into others.kysely_migration values ('2020-first', '')`.execute(db);
	const [next] = Object.keys(migrations);
	expect(await readSchemaState(db)).toMatchObject({ last: undefined, next });
	expect(await migrate(db)).toEqual(Object.keys(migrations));
	expect(await migrate(db)).toEqual([]);
	expect((await readSchemaState(db)).last).toBe(knownSchema());
	const { rows } = await sql`select name from others.kysely_migration`.execute(db);
	expect(rows).toEqual([{ name: "2020-first" }]);
	await db.destroy();
	await remove();
});
