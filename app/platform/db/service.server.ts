import { config } from "../config.server.ts";
import { service } from "../service.server.ts";
import { type Db, openDatabase } from "./connection.server.ts";

/** The database of this process. Routes and the start pass it on; the domain takes it as an argument. */
export const db = service<Db>("database");

/** Opens the database. @returns closes it */
export async function startDatabase(): Promise<() => Promise<void>> {
	const opened = await openDatabase(config.databaseUrl);
	db.provide(opened);
	return async () => {
		await opened.destroy();
		db.withdraw();
	};
}
