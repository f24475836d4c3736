import { type Db, openDatabase } from "../platform/db/connection.server.ts";
import { readSchemaState } from "../platform/db/migrate.server.ts";
import { listOtherServers } from "../platform/servers/servers.server.ts";
import { withStartLock } from "../platform/servers/start-lock.server.ts";
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

/** A database that data are moved out of. */
export type MoveSource = TableSource & {
	/** @throws {StillServed} where a server works with it by now */
	expectUnserved(): Promise<void>;
};

/**
 * Opens a database for moving its data, and keeps servers out of it until that is done: a SQLite file is closed to
 * everybody else, and a server on PostgreSQL waits at its start.
 * @param onWait called when a server is starting, which is waited for
 * @throws {StillServed} where a server works with it
 */
export async function withMoveSource<T>(
	databaseUrl: string,
	move: (source: MoveSource) => Promise<T>,
	onWait: () => void = () => {},
): Promise<T> {
	const [, file] = /^sqlite:(.+)/.exec(databaseUrl) ?? [];
	if (file !== undefined)
		return closing({ ...openSqliteSource(file, true), expectUnserved: async () => {} }, move);
	const db = await openDatabase(databaseUrl);
	const locked = async () => {
		await expectUnserved(db);
		const source = await openSource(databaseUrl);
		if (!source) throw new Error("The database is gone.");
		// A server that was frozen is silent, and one may start where the connection of the lock is lost.
		return closing({ ...source, expectUnserved: () => expectUnserved(db) }, move);
	};
	return withStartLock(db, locked, onWait).finally(() => db.destroy());
}

const closing = <T>(source: MoveSource, move: (source: MoveSource) => Promise<T>): Promise<T> =>
	move(source).finally(() => source.close());

async function expectUnserved(db: Db): Promise<void> {
	const { hasServers } = await readSchemaState(db);
	if (hasServers && (await listOtherServers(db, "")).length > 0) throw new StillServed();
}

/** The reason in Russian, where it is that somebody else uses the database. */
export function whyNotMove(error: unknown): string | undefined {
	const { name, message } = error as Error;
	const isServed = name === "StillServed" || /database is locked|database table is locked/.test(message);
	return isServed ? "С этой базой работает сервер или другая команда: сначала остановите их." : undefined;
}
