import { sql } from "kysely";
import type { Db } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";

/** How much the database takes on its disk. */
export async function databaseBytes(db: Db): Promise<number> {
	const { rows } = await (isPostgres(db)
		? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
		: sql<{
				bytes: number;
			}>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
	).execute(db);
	return Number(rows[0]?.bytes ?? 0);
}
