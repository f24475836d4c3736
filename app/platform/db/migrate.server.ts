import { Migrator } from "kysely";
import type { Db } from "./connection.server.ts";
import { migrations } from "./migrations/list.ts";

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** Whether the schema is older than this program. Changes nothing. */
export async function isOutdated(db: Db): Promise<boolean> {
	return (await pendingMigrations(db)).next !== undefined;
}

/**
 * Where the schema stands. Changes nothing.
 * @returns the last migration that has run, undefined in an empty database; the next one, undefined when none is left
 */
export async function pendingMigrations(
	db: Db,
): Promise<{ last: string | undefined; next: string | undefined }> {
	const all = await migratorOf(db).getMigrations();
	return {
		last: all.findLast(({ executedAt }) => executedAt !== undefined)?.name,
		next: all.find(({ executedAt }) => executedAt === undefined)?.name,
	};
}

/**
 * Migrates the schema to the latest version; all or nothing. Several processes may start at once: PostgreSQL takes an
 * advisory lock, SQLite its write lock.
 * @returns the names of the migrations that were applied now
 */
export async function migrate(db: Db): Promise<string[]> {
	const { error, results } = await migratorOf(db).migrateToLatest();
	if (error) throw error;
	return (results ?? []).map((result) => result.migrationName);
}

/**
 * Migrates an empty database up to a migration, as a copy of older data needs it.
 * @returns false where this program does not know the migration
 */
export async function migrateTo(db: Db, name: string): Promise<boolean> {
	if (!Object.hasOwn(migrations, name)) return false;
	const { error } = await migratorOf(db).migrateTo(name);
	if (error) throw error;
	return true;
}
