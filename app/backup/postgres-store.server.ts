import pg from "pg";
import { numericTypes } from "../platform/db/postgres-dialect.server.ts";
import { OUR_SCHEMA, OUR_TABLES } from "./postgres-tables.server.ts";
import type { Value } from "./records.server.ts";
import { isLeftOut, quoted, type TableSource, type TableTarget } from "./table-store.server.ts";

const ROWS_AT_ONCE = 500;
/** Of a table with bytes: a row of `blob_pieces` is a quarter of a megabyte, and twice that on its way. */
const ROWS_WITH_BYTES_AT_ONCE = 16;
/** The protocol counts parameters in 16 bits. */
const MOST_PARAMETERS = 60_000;
const NAMES = `select name from (${OUR_TABLES}) as ours order by 1`;

/** @param url reads in one transaction: one moment of the database, which keeps nobody from writing */
export async function openPostgresSource(url: string): Promise<TableSource> {
	const client = await connect(url);
	await client.query("begin transaction isolation level repeatable read read only");
	const names = (statement: string, ...values: string[]) => namesOf(client, statement, values);
	return {
		database: "postgres",
		schema: async () => {
			if ((await names(NAMES)).includes("kysely_migration"))
				return (await names("select name from kysely_migration order by name desc limit 1"))[0];
			await refuseOtherSchema(client);
			return undefined;
		},
		tables: async () => (await names(NAMES)).filter((name) => !isLeftOut(name)),
		columns: (table) =>
			names(
				`select column_name as name from information_schema.columns
				where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
				table,
			),
		rows: (table, columns) => rowsOf(client, table, columns),
		close: () => client.end(),
	};
}

/** @param url a database that nobody else uses, with the tables and no rows */
export async function openPostgresTarget(url: string): Promise<TableTarget> {
	const client = await connect(url);
	await client.query("begin");
	// Rows refer to each other in circles (a question to an answer, that to a question), and only a superuser could
	// switch the checks off: the references are taken away and made again, which checks them.
	const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
		`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
		from pg_constraint where contype = 'f' and connamespace = ${OUR_SCHEMA}
		and conrelid in (select oid from (${OUR_TABLES}) as ours)`,
	);
	for (const { table, name } of references)
		await client.query(`alter table ${table} drop constraint ${name}`);
	return {
		tables: () => namesOf(client, NAMES),
		insert: async (table, columns, rows) => {
			const most = Math.max(1, Math.floor(MOST_PARAMETERS / columns.length));
			for (let from = 0; from < rows.length; from += most) {
				await insertRows(client, table, columns, rows.slice(from, from + most));
			}
		},
		rows: (table, columns) => rowsOf(client, table, columns),
		run: async (statement) => void (await client.query(statement)),
		commit: async () => {
			for (const { table, name, definition } of references) {
				await client.query(`alter table ${table} add constraint ${name} ${definition}`);
			}
			await client.query("commit");
			await client.query("analyze");
		},
		close: () => client.end(),
	};
}

async function connect(url: string): Promise<pg.Client> {
	const client = new pg.Client({
		connectionString: url,
		types: numericTypes,
		connectionTimeoutMillis: 10_000,
		application_name: "sobesednik-backup",
		keepAlive: true,
	});
	// A connection that breaks fails the statement in hand; without a listener its error would end the process.
	client.on("error", () => {});
	await client.connect();
	return client;
}

async function namesOf(client: pg.Client, statement: string, values: string[] = []): Promise<string[]> {
	return (await client.query<{ name: string }>(statement, values)).rows.map(({ name }) => name);
}

/**
 * A server finds its tables in any schema of its search path, and would make new ones in the first: a copy of that one
 * alone is not whole.
 * @throws in Russian, where the tables are in another schema
 */
async function refuseOtherSchema(client: pg.Client): Promise<void> {
	const [schema] = await namesOf(
		client,
		`select nspname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
		where relname = 'kysely_migration' and has_schema_privilege(pg_namespace.oid, 'usage') limit 1`,
	);
	if (schema !== undefined)
		throw new Error(
			`таблицы лежат в схеме «${schema}», а search_path начинается не с неё, поставьте её первой`,
		);
}

async function insertRows(
	client: pg.Client,
	table: string,
	columns: readonly string[],
	rows: readonly Value[][],
): Promise<void> {
	const tuples = rows.map(
		(_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(", ")})`,
	);
	await client.query(
		`insert into ${quoted(table)} (${columns.map(quoted).join(", ")}) values ${tuples.join(", ")}`,
		rows.flat(),
	);
}

async function* rowsOf(
	client: pg.Client,
	table: string,
	columns: readonly string[],
): AsyncGenerator<Value[]> {
	const most = (await hasBytes(client, table)) ? ROWS_WITH_BYTES_AT_ONCE : ROWS_AT_ONCE;
	await client.query(
		`declare copied no scroll cursor for select ${columns.map(quoted).join(", ")} from ${quoted(table)}`,
	);
	const fetch = { text: `fetch ${most} from copied`, rowMode: "array" } as const;
	while (true) {
		const { rows } = await client.query<Value[]>(fetch);
		if (rows.length === 0) break;
		yield* rows;
	}
	await client.query("close copied");
}

async function hasBytes(client: pg.Client, table: string): Promise<boolean> {
	const { rows } = await client.query(
		`select 1 from information_schema.columns
		where table_schema = current_schema() and table_name = $1 and data_type = 'bytea' limit 1`,
		[table],
	);
	return rows.length > 0;
}
