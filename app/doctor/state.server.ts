import { statfs } from "node:fs/promises";
import { countEmails } from "../mail/outbox.server.ts";
import type { Config } from "../platform/config.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { checkDatabase } from "../platform/db/database-health.server.ts";
import { databaseBytes } from "../platform/db/database-size.server.ts";
import { countJobsByKind } from "../platform/jobs/job-status.server.ts";
import { listOtherServers } from "../platform/servers/servers.server.ts";
import { checkJobs } from "./check-jobs.server.ts";
import { checkAnswers, checkEmails, checkMoney } from "./check-records.server.ts";
import { checkServers } from "./check-servers.server.ts";
import { checkBackups, checkDataDir, checkGateway } from "./check-settings.server.ts";
import { checkStoredSettings } from "./check-stored-settings.server.ts";
import type { Finding } from "./finding.server.ts";
import { readWatched } from "./watch/record-seen.server.ts";

/** The database answers within this time, or is told to be away, as by `/health`. */
const DATABASE_LIMIT_MS = 1_500;

/**
 * How the installation is: what the doctor's command says of queues, records, disk and copies, by the same functions,
 * and what is watched outside as it was found last. Asks nobody outside; every query is by an index and limited.
 * @param now a time of the database's clock
 */
export async function readState(db: Db, config: Config, now: number) {
	const began = performance.now();
	const health = await checkDatabase(db, DATABASE_LIMIT_MS);
	const answeredMs = Math.round(performance.now() - began);
	const [size, disk, servers, jobs, emails, watched, findings] = await Promise.all([
		databaseBytes(db),
		statfs(config.dataDir),
		listOtherServers(db, ""),
		countJobsByKind(db, now),
		countEmails(db, now),
		readWatched(db),
		readFindings(db, config, now),
	]);
	return {
		database: { ...health, answeredMs, size },
		disk: { total: disk.blocks * disk.bsize, used: (disk.blocks - disk.bavail) * disk.bsize },
		servers,
		jobs,
		emails,
		watched,
		findings,
	};
}

/** Reads the findings, the worst first. */
async function readFindings(db: Db, config: Config, now: number): Promise<Finding[]> {
	const found = await Promise.all([
		checkServers(db, now),
		checkJobs(db, now),
		checkAnswers(db, now),
		checkMoney(db, now),
		checkEmails(db, now),
		checkDataDir(config.dataDir),
		checkBackups(config, now),
	]);
	const all = [...found.flat(), checkGateway(config), ...checkStoredSettings()];
	const order = { broken: 0, note: 1, fine: 2 };
	return all.toSorted((a, b) => order[a.level] - order[b.level]);
}
