import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, describe, inject } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import "./patient-pool.ts";

/** Gives a test an empty database of its own, with tables unless asked otherwise; it is removed after the test. */
export type OpenTestDb = (options?: { migrated: boolean }) => Promise<Db>;
export type DatabaseName = "SQLite" | "PostgreSQL";

/** Runs the tests once on SQLite and once on a real PostgreSQL. */
export function eachDatabase(tests: (openTestDb: OpenTestDb, name: DatabaseName) => void): void {
	describe.each([
		{ name: "SQLite" as const, make: copySqlite },
		{ name: "PostgreSQL" as const, make: copyPostgres },
	])("$name", ({ name, make }) => {
		const used: { db: Db; remove: () => Promise<void> }[] = [];
		afterEach(async () => {
			for (const { db, remove } of used.splice(0)) {
				await db.destroy();
				await remove();
			}
		});
		tests(async ({ migrated } = { migrated: true }) => {
			const { url, remove } = await make(migrated);
			const db = await openDatabase(url);
			urls.set(db, url);
			used.push({ db, remove });
			return db;
		}, name);
	});
}

const urls = new WeakMap<Db, string>();

/** The address of a test's database, for a second server on the same data. The test ends what it opens. */
export function urlOf(db: Db): string {
	const url = urls.get(db);
	if (!url) throw new Error("Not a database of openTestDb().");
	return url;
}

async function copySqlite(migrated: boolean) {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-db-"));
	const file = join(folder, "test.db");
	if (migrated) copyFileSync(inject("sqliteBase"), file);
	return { url: `sqlite:${file}`, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** Databases of this file that no test uses at the moment. Making one takes longer than emptying it. */
const emptied: string[] = [];
const made: string[] = [];

async function copyPostgres(migrated: boolean) {
	const name = (migrated && emptied.pop()) || (await makePostgres(migrated));
	const url = new URL(inject("postgresUrl"));
	url.pathname = `/${name}`;
	return { url: url.href, remove: () => (migrated ? empty(name, url.href) : Promise.resolve()) };
}

async function makePostgres(migrated: boolean): Promise<string> {
	const name = `test_${randomUUID().replaceAll("-", "")}`;
	await ask(
		inject("postgresUrl"),
		`create database ${name} template ${migrated ? inject("postgresTemplate") : "template0"}`,
	);
	made.push(name);
	return name;
}

/**
 * Deletes what there is, without the checks of foreign keys, since all of it goes. To truncate every table would make the
 * files of each and of its indexes anew; only what is large is truncated.
 */
const EMPTY = `do $$
	declare
		name text;
		has_rows boolean;
	begin
		set local session_replication_role = replica;
		for name in select quote_ident(tablename) from pg_tables
			where schemaname = 'public' and tablename not like 'kysely%' and tablename <> 'schema_compatibility'
		loop
			execute 'select exists (select from ' || name || ')' into has_rows;
			if has_rows and pg_relation_size(name::regclass) > 1000000 then execute 'truncate ' || name || ' cascade';
			elsif has_rows then execute 'delete from ' || name;
			end if;
		end loop;
	end $$`;

async function empty(name: string, url: string): Promise<void> {
	await ask(url, EMPTY);
	emptied.push(name);
}

afterAll(async () => {
	emptied.length = 0;
	for (const name of made.splice(0)) await ask(inject("postgresUrl"), `drop database ${name} with (force)`);
});

async function ask(url: string, command: string): Promise<void> {
	const client = new pg.Client(url);
	await client.connect();
	await client.query(command);
	await client.end();
}
