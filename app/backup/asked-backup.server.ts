import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "../platform/db/connection.server.ts";
import { enqueue } from "../platform/jobs/enqueue.server.ts";
import { type JobHandler, minutesDoubling } from "../platform/jobs/job-handler.server.ts";
import { isQueued } from "../platform/jobs/job-status.server.ts";
import { log } from "../platform/log.server.ts";
import { readAgeTime } from "./age-time.server.ts";
import { askedName, forgetOldBackups } from "./backup-folder.server.ts";
import { runBackup } from "./backup-process.server.ts";

/** The kind of the job that makes a copy which somebody of the staff has asked for. */
const MAKE_BACKUP = "make-backup";
/** Longer than a copy of a large installation takes. */
const LEASE_MS = 6 * 3_600_000;

/** The folder of copies: the operator's, or one beside the data. */
export const backupFolder = (config: { dataDir: string; backup: { dir: string | null } }): string =>
	config.backup.dir ?? join(config.dataDir, "backups");

/** Whether a copy that was asked for is still to come. */
export const isBackupAsked = (db: Db): Promise<boolean> => isQueued(db, MAKE_BACKUP);

/** Asks for a copy, which whatever server is free makes on its own disk; of two at once there is one. */
export const askForBackup = (trx: Db): Promise<void> => enqueue(trx, [{ kind: MAKE_BACKUP, key: "asked" }]);

type Kept = { folder: string; keep: number; passphraseFile: string | null };

/** @param env of the process that makes the copy; omitted: that of this one */
export const makeBackupHandler = (
	{ folder, keep, passphraseFile }: Kept,
	env?: NodeJS.ProcessEnv,
): JobHandler => ({
	kind: MAKE_BACKUP,
	concurrency: 1,
	leaseMs: LEASE_MS,
	maxAttempts: 3,
	pauseMs: minutesDoubling,
	run: async ({ created_at }, { signal }) => {
		// Named by the job: after a crash behind the last byte it is there, and is not made twice.
		const file = join(folder, askedName(Number(created_at)));
		if (existsSync(file)) return { outcome: "done" };
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const said = await runBackup(file, passphraseFile, signal, env);
		if (signal.aborted) return { outcome: "released" };
		if (said !== null) return { outcome: "failed", error: said };
		const now = Date.now();
		await forgetOldBackups(folder, keep, now, null, await readAgeTime(folder, now));
		log.info("Сделана копия данных", { file });
		return { outcome: "done" };
	},
});
