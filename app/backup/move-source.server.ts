import { openDatabase } from "../platform/db/connection.server.ts";
import { readSchemaState } from "../platform/db/migrate.server.ts";
import { listOtherServers } from "../platform/servers/servers.server.ts";
import { openSource } from "./open-store.server.ts";
import { openSqliteSource } from "./sqlite-store.server.ts";
import type { TableSource } from "./table-store.server.ts";

/** A server works with the database: its writes meanwhile would stay behind. */
class StillServed extends Error {
	constructor() {
		super("A server works with the database.");
		this.name = "StillServed";
	}
}

/**
 * Opens the database that data are moved out of. A SQLite file is kept closed to everybody else until the end.
 * @throws {StillServed} where a server works with it
 */
export async function openMoveSource(databaseUrl: string): Promise<TableSource> {
	const [, file] = /^sqlite:(.+)/.exec(databaseUrl) ?? [];
	if (file !== undefined) return openSqliteSource(file, true);
	const db = await openDatabase(databaseUrl);
	try {
		const { hasServers } = await readSchemaState(db);
		if (hasServers && (await listOtherServers(db, "")).length > 0) throw new StillServed();
	} finally {
		await db.destroy();
	}
	const source = await openSource(databaseUrl);
	if (!source) throw new Error("The database is gone.");
	return source;
}

/** The reason in Russian, where it is that somebody else uses the database. */
export function whyNotMove(error: unknown): string | undefined {
	const { name, message } = error as Error;
	const isServed = name === "StillServed" || /database is locked|database table is locked/.test(message);
	return isServed ? "С этой базой работает сервер или другая команда: сначала остановите их." : undefined;
}
