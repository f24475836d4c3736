import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import type { Instance } from "../../support/instance.ts";

/** Changes what an instance has in its database past its screens, as time or a failure would. */
export async function changeData<T>(
	{ databaseUrl }: Pick<Instance, "databaseUrl">,
	change: (db: Db) => Promise<T>,
): Promise<T> {
	const db = await openDatabase(databaseUrl);
	try {
		return await change(db);
	} finally {
		await db.destroy();
	}
}
