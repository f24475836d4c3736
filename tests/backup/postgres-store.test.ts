import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgresSource, openPostgresTarget } from "../../app/backup/postgres-store.server.ts";
import { emptyPostgres } from "../support/database/empty-postgres.ts";

const MB = 1024 ** 2;
const PIECES = 64;

test.each([
	["a copy", openPostgresSource],
	["a restored database", openPostgresTarget],
])("the pieces of files of %s are read a few at once, all of them", async (_, openStore) => {
	const { url, remove } = await emptyPostgres();
	onTestFinished(remove);
	const client = new pg.Client(url);
	await client.connect();
	await client.query("create table pieces (n integer, body bytea)");
	await client.query(
		`insert into pieces select n, convert_to(repeat('a', 262144), 'utf8') from generate_series(1, ${PIECES}) n`,
	);
	await client.end();
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
