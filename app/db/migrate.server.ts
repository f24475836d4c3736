import { Migrator } from "kysely";
import type { Db } from "./connection.server.ts";
import { migrations } from "./migrations/list.ts";

/**
 * Brings the tables up to date; all or nothing. Several processes may start at once: PostgreSQL takes an
 * advisory lock, SQLite its write lock.
 * @returns the names of the migrations that were applied now
 */
export async function migrate(db: Db): Promise<string[]> {
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
	const { error, results } = await migrator.migrateToLatest();
	if (error) throw error;
	return (results ?? []).map((result) => result.migrationName);
}
