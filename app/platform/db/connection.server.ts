import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { Kysely } from "kysely";
import { NodeSqliteDialect } from "./sqlite/sqlite-dialect.server.ts";
import type { Tables } from "./tables.ts";

/** The database, or a transaction in it: domain functions take either. */
export type Db = Kysely<Tables>;

/**
 * Opens `sqlite:path/to/file.db` or `postgres://…`. Runs no migrations. The caller closes it with `destroy()`.
 * @param connections at most so many, of PostgreSQL; without it, ten
 */
export async function openDatabase(databaseUrl: string, connections?: number): Promise<Db> {
	if (/^postgres(ql)?:/.test(databaseUrl)) {
		// An installation on SQLite never loads the driver.
		const { postgresDialect } = await import("./postgres-dialect.server.ts");
		return new Kysely({ dialect: postgresDialect(databaseUrl, connections) });
	}
	const path = databaseUrl.replace(/^sqlite:/, "");
	makePrivateFile(path);
	const dialect = new NodeSqliteDialect(path);
	const db: Db = new Kysely({ dialect });
	sqlites.set(db, dialect);
	return db;
}

const sqlites = new WeakMap<Db, NodeSqliteDialect>();

/**
 * The system's error of the disk's last failed sync, until a sync of everything has succeeded; undefined when all
 * commits are durable. On PostgreSQL always undefined: the database server is responsible for its disk.
 */
export function diskFailure(db: Db): unknown {
	return sqlites.get(db)?.driver?.diskFailure;
}

/**
 * The file is created readable by its owner only before SQLite opens it: SQLite gives its `-wal` and `-shm` the same
 * mode. A umask for the whole process would also affect files that are not meant to be private.
 */
function makePrivateFile(path: string): void {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	closeSync(openSync(path, "a", 0o600));
	chmodSync(path, 0o600);
}
