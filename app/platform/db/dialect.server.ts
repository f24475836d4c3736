import { PostgresAdapter } from "kysely";
import type { Db } from "./connection.server.ts";

/** Whether this is PostgreSQL; otherwise it is SQLite. */
export function isPostgres(db: Db): boolean {
	return db.getExecutor().adapter instanceof PostgresAdapter;
}
