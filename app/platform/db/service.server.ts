import { config } from "../config.server.ts";
import { service } from "../service.server.ts";
import { type Db, openDatabase } from "./connection.server.ts";
import { isPostgres } from "./dialect.server.ts";

/** The database of this process. Routes and the start pass it on; the domain takes it as an argument. */
export const db = service<Db>("database");

/** One each for the log of answers, the heartbeat of their leases, the reading of live answers, and `/health`. */
const RESERVED_CONNECTIONS = 4;

/**
 * The same database by connections of its own, for users whose statements are short and few at once. What answers that
 * are being written depend on waits behind no page: a lease that is not renewed for seconds is lost, and another server
 * asks the model again. Nor does `/health`: a proxy that gave up all servers because they are busy would answer nobody.
 * On SQLite nothing waits for a connection, and it is `db`.
 */
export const reservedDb = service<Db>("reserved connections of the database");

/** Opens the database. @returns closes it */
export async function startDatabase(): Promise<() => Promise<void>> {
	const opened = await openDatabase(config.databaseUrl);
	const reserved = isPostgres(opened) ? await openDatabase(config.databaseUrl, RESERVED_CONNECTIONS) : opened;
	db.provide(opened);
	reservedDb.provide(reserved);
	return async () => {
		if (reserved !== opened) await reserved.destroy();
		await opened.destroy();
		reservedDb.withdraw();
		db.withdraw();
	};
}
