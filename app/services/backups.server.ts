import { mkdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readAgeTime } from "../backup/age-time.server.ts";
import { backupFolder } from "../backup/asked-backup.server.ts";
import {
	dailyName,
	forgetOldBackups,
	isDailyDue,
	nameBefore,
	newestBackup,
} from "../backup/backup-folder.server.ts";
import { runBackup } from "../backup/backup-process.server.ts";
import { openSource } from "../backup/open-store.server.ts";
import { readPassphrase } from "../backup/passphrase.server.ts";
import { writeBackup } from "../backup/write-backup.server.ts";
import { type Config, config } from "../platform/config.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { databaseBytes } from "../platform/db/database-size.server.ts";
import type { SchemaState } from "../platform/db/migrate.server.ts";
import { freeBytes } from "../platform/disk-room.server.ts";
import { log } from "../platform/log.server.ts";

const HOUR = 3_600_000;

/**
 * The scheduled job: the copy of today, where BACKUP_DIR is set. Old copies of updates and acts go also from the folder
 * beside the data, where they are without it, and were until it was set.
 */
export async function makeDailyBackup(
	signal: AbortSignal,
	{ backup, dataDir, timeZone }: Pick<Config, "backup" | "dataDir" | "timeZone"> = config,
): Promise<void> {
	const { dir, keep, passphraseFile } = backup;
	const beside = backupFolder({ dataDir, backup: { dir: null } });
	const ageTime = await readAgeTime(dir ?? beside, Date.now());
	const how = { keep, passphraseFile, timeZone, ageTime };
	const file = dir && (await makeBackupOfDay({ dir, ...how }, Date.now(), signal));
	if (file) log.info("Сделана копия данных", { file });
	const now = Date.now();
	if (beside !== dir)
		await forgetOldBackups(beside, keep, now, dir ? await newestBackup(dir, now) : null, ageTime);
}

type Daily = {
	dir: string;
	keep: number;
	passphraseFile: string | null;
	timeZone: string;
	/** By which copies are too old; omitted: now. */
	ageTime?: number;
};

/**
 * Makes the copy of a day unless it is there, or the hour is too early, by `runBackup()`, which has the last
 * two parameters.
 * @returns the file, if it was made now
 * @throws with what the process has printed, or that there is no room, when it could not
 */
export async function makeBackupOfDay(
	{ dir, keep, passphraseFile, timeZone, ageTime }: Daily,
	now: number,
	signal: AbortSignal,
	env?: NodeJS.ProcessEnv,
): Promise<string | null> {
	if (!(await isDailyDue(dir, now, timeZone))) return null;
	// First of all what a machine that died has left: without its room the copy may never succeed.
	await forgetOldBackups(dir, keep, now, null, ageTime);
	const file = join(dir, dailyName(now, timeZone));
	const said = await runBackup(file, passphraseFile, signal, env);
	if (signal.aborted) return null;
	if (said !== null) throw new Error(said);
	await forgetOldBackups(dir, keep, now, null, ageTime);
	return file;
}

/**
 * Before a migration changes data of an earlier release: makes a copy into BACKUP_DIR, or into DATA_DIR/backups. An
 * obstacle is logged, and the start goes on: migrations are undone as a whole when they fail.
 */
export async function backUpBeforeMigration(db: Db, { last, next }: SchemaState): Promise<void> {
	if (!last || !next || !config.backup.beforeMigration) return;
	const { passphraseFile } = config.backup;
	const folder = backupFolder(config);
	const file = join(folder, nameBefore(next));
	try {
		const madeAt = await stat(file).then(
			({ mtimeMs }) => mtimeMs,
			() => 0,
		);
		// A migration that fails is begun anew by each start. An older file is of another update to the same schema.
		if (madeAt > Date.now() - HOUR) return;
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		if ((await freeBytes(folder)) < (await databaseBytes(db)))
			return log.warn("Перед обновлением схемы копия не сделана: на диске мало места", { folder });
		const source = await openSource(config.databaseUrl);
		const folders = { data: config.dataDir, content: "content" };
		const summary =
			source &&
			(await writeBackup(source, folders, file, {
				passphrase: passphraseFile ? readPassphrase(passphraseFile) : null,
				now: new Date(),
			}).finally(() => source.close()));
		// A migration has run in it, so it has tables.
		if (!summary) throw new Error("The tables of the database were not found.");
		const now = Date.now();
		await forgetOldBackups(folder, config.backup.keep, now, null, await readAgeTime(folder, now));
		log.info("Перед обновлением схемы сделана копия данных", { file });
	} catch (error) {
		log.error("Перед обновлением схемы копия не получилась", { error });
	}
}
