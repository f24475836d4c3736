import { sql } from "kysely";
import type { Db } from "../connection.server.ts";
import { isPostgres } from "../dialect.server.ts";
import { withoutSync } from "../without-sync.server.ts";

/**
 * Moves what SQLite's write-ahead log holds into the database's file. For bulk writes, between two transactions: they
 * fill the log with pages that are written once each, and SQLite's own checkpoint, at 32 MB, holds the event loop for
 * all of them at once. A page that another connection still reads stays in the log. On PostgreSQL there is nothing to
 * do.
 */
export async function checkpoint(db: Db): Promise<void> {
	if (!isPostgres(db)) await sql`pragma wal_checkpoint(passive)`.execute(withoutSync(db));
}
