import { DatabaseSync } from "node:sqlite";
import { sqliteValue } from "../platform/db/sqlite/sqlite-file.server.ts";
import type { Value } from "./records.server.ts";
import { isLeftOut, quoted, type TableSource, type TableTarget } from "./table-store.server.ts";

/** Waits that long for another process's lock. */
const LOCK_TIMEOUT_MS = 10_000;
const TABLES = "select name from sqlite_master where type = 'table' order by name";

/**
 * @param path a database in WAL mode: a read transaction sees one moment of it and keeps nobody from writing
 * @param alone keeps everybody else out, and throws where somebody else has the database open
 */
export function openSqliteSource(path: string, alone = false): TableSource {
	const connection = new DatabaseSync(path, { timeout: alone ? 0 : LOCK_TIMEOUT_MS });
	// A process that has a database in WAL mode open holds a shared lock of its file, which this needs for itself.
	if (alone) connection.exec("pragma locking_mode = exclusive");
	connection.exec("pragma query_only = on");
	connection.exec("begin");
	const names = (statement: string) => namesOf(connection, statement);
	return {
		database: "sqlite",
		schema: async () => {
			const [table] = names("select name from sqlite_master where name = 'kysely_migration'");
			return table && names("select name from kysely_migration order by name desc limit 1")[0];
		},
		tables: async () => names(TABLES).filter((name) => !isLeftOut(name)),
		columns: async (table) => names(`pragma table_info(${quoted(table)})`),
		rows: (table, columns) => rowsOf(connection, table, columns),
		close: async () => connection.close(),
	};
}

/** @param path a database that nobody else uses, with the tables and no rows */
export function openSqliteTarget(path: string): TableTarget {
	const connection = new DatabaseSync(path, { enableForeignKeyConstraints: false });
	connection.exec("begin immediate");
	return {
		tables: async () => namesOf(connection, TABLES),
		insert: async (table, columns, rows) => {
			const places = columns.map(() => "?").join(", ");
			const statement = connection.prepare(
				`insert into ${quoted(table)} (${columns.map(quoted).join(", ")}) values (${places})`,
			);
			for (const row of rows) statement.run(...row.map(sqliteValue));
		},
		rows: (table, columns) => rowsOf(connection, table, columns),
		run: async (statement) => connection.exec(statement),
		commit: async () => {
			const [violation] = connection.prepare("pragma foreign_key_check").all();
			if (violation) throw new Error(`A row refers to one that is missing: ${JSON.stringify(violation)}`);
			connection.exec("commit");
			connection.exec("pragma wal_checkpoint(truncate)");
		},
		close: async () => connection.close(),
	};
}

const namesOf = (connection: DatabaseSync, statement: string) =>
	(connection.prepare(statement).all() as { name: string }[]).map(({ name }) => name);

async function* rowsOf(
	connection: DatabaseSync,
	table: string,
	columns: readonly string[],
): AsyncGenerator<Value[]> {
	const statement = connection.prepare(`select ${columns.map(quoted).join(", ")} from ${quoted(table)}`);
	statement.setReturnArrays(true);
	// The types of `node:sqlite` do not know `setReturnArrays`: they promise objects.
	yield* statement.iterate() as unknown as Iterable<Value[]>;
}
