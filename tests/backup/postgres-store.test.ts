import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgresSource, openPostgresTarget } from "../../app/backup/postgres-store.server.ts";
import { openDatabase } from "../../app/platform/db/connection.server.ts";
import { knownSchema, migrate } from "../../app/platform/db/migrate.server.ts";
import { emptyPostgres } from "../support/database/empty-postgres.ts";

/** Runs statements in a database of a test. */
async function ask(url: string, statements: string) {
	const client = new pg.Client(url);
	await client.connect();
	await client.query(statements);
	await client.end();
}

const MB = 1024 ** 2;
const PIECES = 64;

test.each([
	["a copy", openPostgresSource],
	["a restored database", openPostgresTarget],
])("the pieces of files of %s are read a few at once, all of them", async (_, openStore) => {
	const { url, remove } = await emptyPostgres();
	onTestFinished(remove);
	await ask(
		url,
		`create table pieces (n integer, body bytea);
		insert into pieces select n, convert_to(repeat('a', 262144), 'utf8') from generate_series(1, ${PIECES}) n`,
	);
	const store = await openStore(url);
	const query = vi.spyOn(pg.Client.prototype, "query");
	onTestFinished(() => query.mockRestore());
	let count = 0;
	for await (const _ of store.rows("pieces", ["n", "body"])) count++;
	const results = (await Promise.all(query.mock.results.map(({ value }) => value))) as {
		rows: unknown[][];
	}[];
	await store.close();
	expect(count).toBe(PIECES);
	const bytesOf = ({ rows }: { rows: unknown[][] }) =>
		rows.flatMap((row) => Object.values(row)).reduce<number>((sum, value) => sum + lengthOf(value), 0);
	expect(results.reduce((sum, result) => sum + bytesOf(result), 0)).toBe((PIECES * MB) / 4);
	expect(Math.max(...results.map(bytesOf))).toBeLessThanOrEqual(4 * MB);
});

const lengthOf = (value: unknown) => (value instanceof Uint8Array ? value.length : 0);

test("what is no table of ours is not copied: views, tables of elsewhere, what an extension has brought along", async () => {
	const { url, remove } = await emptyPostgres();
	onTestFinished(remove);
	await ask(
		url,
		`create table ours (id integer);
		create view seen as select id from ours;
		create materialized view counted as select id from ours;
		create table parted (id integer) partition by range (id);
		create table parted_first partition of parted for values from (0) to (10);
		insert into parted values (1), (2);
		create extension file_fdw;
		create server files foreign data wrapper file_fdw;
		create foreign table elsewhere (line text) server files options (filename '/dev/null');
		create extension pg_stat_statements;
		create extension hstore;
		create table of_hstore (id integer);
		alter extension hstore add table of_hstore`,
	);
	for (const openStore of [openPostgresSource, openPostgresTarget]) {
		const store = await openStore(url);
		onTestFinished(() => store.close());
		expect(await store.tables()).toEqual(["ours", "parted"]);
		const rows = [];
		for await (const row of store.rows("parted", ["id"])) rows.push(row);
		expect(rows).toEqual([[1], [2]]);
	}
});

test("the tables are those of the schema in which the server makes them, and not of another one", async () => {
	const { url, remove } = await emptyPostgres();
	onTestFinished(remove);
	await ask(url, 'create table strangers (id integer, body bytea); create schema "Наша"');
	const own = `${url}?options=${encodeURIComponent("-c search_path=Наша,public")}`;
	const empty = await openPostgresSource(own);
	expect([await empty.schema(), await empty.tables()]).toEqual([undefined, []]);
	await empty.close();
	const db = await openDatabase(own);
	await migrate(db);
	await db.destroy();
	const source = await openPostgresSource(own);
	onTestFinished(() => source.close());
	expect(await source.schema()).toBe(knownSchema());
	expect(await source.tables()).toContain("blob_pieces");
	expect(await source.tables()).not.toContain("strangers");
	expect(await source.columns("blob_pieces")).toContain("body");
	const elsewhere = await openPostgresSource(url);
	onTestFinished(() => elsewhere.close());
	await expect(elsewhere.schema()).rejects.toThrow("в схеме «Наша»");
});
