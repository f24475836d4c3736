import { readAgeTime } from "../backup/age-time.server.ts";
import { backupFolder } from "../backup/asked-backup.server.ts";
import { type Config, config } from "../platform/config.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { readDatabaseTime } from "../platform/db/database-clock.server.ts";

/**
 * The time by which scheduled jobs erase what is too old. By a clock that is years ahead, and is set right an hour later,
 * payments would have no payers, accounts no events, and everybody would be signed out, for good. So it is believed as
 * for copies (`readAgeTime`), and no more than the database's.
 */
export async function erasingTime(
	db: Db,
	{ backup, dataDir }: Pick<Config, "backup" | "dataDir"> = config,
): Promise<number> {
	const ageTime = await readAgeTime(backupFolder({ dataDir, backup }), Date.now());
	return Math.min(ageTime, await readDatabaseTime(db));
}
