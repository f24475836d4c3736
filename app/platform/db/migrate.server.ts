import { type Migration, Migrator, sql } from "kysely";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";
import { migrations as ours, type SchemaMigration } from "./migrations/list.ts";

type Migrations = Record<string, SchemaMigration>;

/** The last migration that this program knows. */
export const knownSchema = (migrations: Migrations = ours): string => Object.keys(migrations).at(-1) ?? "";

const migratorOf = async (db: Db, migrations: Migrations) =>
	new Migrator({
		db,
		provider: { getMigrations: async () => recordingMinSchema(migrations) },
		migrationTableSchema: (await findRecord(db)).schema,
	});

/**
 * Finds the record of migrations. PostgreSQL looks for its name in the schemas of the search path; the migrator looks in
 * all of the database, where others may have one of their own, unless it is told the schema.
 * @returns `schema`: where it is, or would be made; SQLite has none
 */
async function findRecord(db: Db): Promise<{ found: boolean; schema?: string | undefined }> {
	if (!isPostgres(db)) {
		const { rows } = await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(db);
		return { found: rows.length > 0 };
	}
	const { rows } = await sql<{ found: boolean; schema: string | null }>`
		select to_regclass('kysely_migration') is not null as found,
			coalesce(
				(select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
				where pg_class.oid = to_regclass('kysely_migration')),
				current_schema()
			) as schema`.execute(db);
	const [{ found, schema } = { found: false, schema: null }] = rows;
	return { found, schema: schema ?? undefined };
}

/** A migration that takes something away says in its own transaction which programs can still run. */
function recordingMinSchema(migrations: Migrations): Record<string, Migration> {
	const withRecord = ([name, { up, minSchema }]: [string, SchemaMigration]): [string, Migration] => [
		name,
		minSchema === undefined
			? { up }
			: {
					up: async (db) => {
						await up(db);
						await db.updateTable("schema_compatibility").set({ min_schema: minSchema }).execute();
					},
				},
	];
	return Object.fromEntries(Object.entries(migrations).map(withRecord));
}

/** The state of a database's schema. */
export type SchemaState = {
	/** The last migration that has run; undefined in an empty database. */
	last: string | undefined;
	/** The first of ours that has not run; undefined when none is left. */
	next: string | undefined;
	/** The last migration that a program has to know once ours have run; undefined where none says so. */
	minSchema: string | undefined;
	/** The schema was made by a newer program that says that this one cannot run on it. */
	isTooNew: boolean;
	/** Whether there is a table of servers, and with it what a schema says of the programs that can run on it. */
	hasServers: boolean;
};

/** Reads where the schema stands. Changes nothing. */
export async function readSchemaState(db: Db, migrations: Migrations = ours): Promise<SchemaState> {
	const executed = await executedMigrations(db);
	const pending = Object.keys(migrations).filter((name) => !executed.includes(name));
	const hasServers = executed.includes("0031-servers");
	const recorded = hasServers ? (await readSchema(db)).minSchema : undefined;
	const minSchema = pending.reduce<string | undefined>(
		(least, name) => migrations[name]?.minSchema ?? least,
		recorded,
	);
	return {
		last: executed.at(-1),
		next: pending[0],
		minSchema,
		isTooNew: recorded !== undefined && recorded > knownSchema(migrations),
		hasServers,
	};
}

/** Whether the schema is older than this program. Changes nothing. */
export async function isOutdated(db: Db): Promise<boolean> {
	return (await readSchemaState(db)).next !== undefined;
}

async function executedMigrations(db: Db): Promise<string[]> {
	if (!(await findRecord(db)).found) return [];
	const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
	return rows.map(({ name }) => name);
}

/**
 * Looks for tables of ours beside an empty schema that nobody has named: an address that has lost its search path would
 * begin a second installation in it, without a word. Another program's record of migrations is none of ours.
 * @returns the schema that they are in; null: there are none
 */
export async function findTablesElsewhere(db: Db): Promise<string | null> {
	if (!isPostgres(db)) return null;
	const { rows } = await sql<{ schema: string }>`
		select nspname as schema from pg_class join pg_namespace on pg_namespace.oid = relnamespace
		where relname = 'kysely_migration' and relkind = 'r' and current_schema() = 'public'
			and has_schema_privilege(pg_namespace.oid, 'usage') and has_table_privilege(pg_class.oid, 'select')
		order by nspname limit 20`.execute(db);
	const [first] = Object.keys(ours);
	for (const { schema } of rows) {
		const record = sql.id(schema, "kysely_migration");
		const found = await sql`select 1 from ${record} where name = ${first}`.execute(db);
		if (found.rows.length > 0) return schema;
	}
	return null;
}

/** The last migration of a migrated database, and the last that a program has to know to run on it. */
export async function readSchema(db: Db): Promise<{ schema: string; minSchema: string }> {
	const { rows } = await sql<{ schema: string; minSchema: string }>`
		select (select max(name) from kysely_migration) as schema, min_schema as "minSchema"
		from schema_compatibility`.execute(db);
	if (!rows[0]) throw new Error("The database does not say which programs can run on it.");
	return rows[0];
}

/** The database was made by a newer program, and this one cannot run on it. */
export class ProgramTooOld extends Error {
	/** The last migration that a program has to know. */
	readonly minSchema: string;
	constructor(minSchema: string) {
		super(`The database needs a program that knows the migration ${minSchema}.`);
		this.name = "ProgramTooOld";
		this.minSchema = minSchema;
	}
}

/**
 * Migrates the schema to the latest version; all or nothing. Several processes may start at once: PostgreSQL takes an
 * advisory lock, SQLite its write lock. The schema of a newer program that lets this one run is left as it is.
 * @param state of the schema, where it has been read before
 * @returns the names of the migrations that were applied now
 * @throws {ProgramTooOld}
 */
export async function migrate(db: Db, migrations: Migrations = ours, state?: SchemaState): Promise<string[]> {
	const { last, next, minSchema, isTooNew } = state ?? (await readSchemaState(db, migrations));
	if (isTooNew) throw new ProgramTooOld(minSchema ?? "");
	if (next === undefined && last !== undefined && last > knownSchema(migrations)) return [];
	const { error, results } = await (await migratorOf(db, migrations)).migrateToLatest();
	if (error) throw error;
	return (results ?? []).map((result) => result.migrationName);
}

/**
 * Migrates an empty database up to a migration, as a copy of older data needs it.
 * @returns false where this program does not know the migration
 */
export async function migrateTo(db: Db, name: string): Promise<boolean> {
	if (!Object.hasOwn(ours, name)) return false;
	const { error } = await (await migratorOf(db, ours)).migrateTo(name);
	if (error) throw error;
	return true;
}
