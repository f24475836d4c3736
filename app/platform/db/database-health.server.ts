import { sql } from "kysely";
import { log } from "../log.server.ts";
import { type Db, diskFailure } from "./connection.server.ts";

/** `disk`: the database responds, but new writes may not survive a power cut. */
export type DatabaseHealth = "ok" | "error" | "timeout" | "disk";

/**
 * Asks the database for a trivial result. An error is logged.
 * @param limitMs after which the result is `timeout`
 */
export async function checkDatabase(db: Db, limitMs: number): Promise<DatabaseHealth> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<"timeout">((resolve) => {
		timer = setTimeout(() => resolve("timeout"), limitMs);
	});
	const query = sql`select 1`.execute(db).then(
		() => (diskFailure(db) === undefined ? ("ok" as const) : ("disk" as const)),
		(error: unknown) => {
			log.error("База данных не отвечает", { error });
			return "error" as const;
		},
	);
	try {
		return await Promise.race([query, timeout]);
	} finally {
		clearTimeout(timer);
	}
}
