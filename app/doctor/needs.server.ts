import { statfs } from "node:fs/promises";
import { findBroken, readJournal } from "../accounts/staff/journal.server.ts";
import { newestBackup } from "../backup/backup-folder.server.ts";
import { notSelling } from "../billing/services.server.ts";
import { sumRenewals } from "../billing/staff/list-renewals.server.ts";
import { missingDetails } from "../operator/details.server.ts";
import { detailsInForce } from "../operator/service.server.ts";
import type { Config } from "../platform/config.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { countJobs } from "../platform/jobs/job-status.server.ts";
import { countMoney } from "./check-records.server.ts";
import { BACKUP_LATE_MS } from "./check-settings.server.ts";
import { ageOf } from "./finding.server.ts";
import { readWatched } from "./watch/record-seen.server.ts";

/** Something that does not go away without an act of somebody. Values are for its sentence. */
export type Need =
	| { kind: "down"; subject: string; name: string; since: number; problem: string }
	/** The certificate of a host ends soon. */
	| { kind: "certificate"; subject: string; name: string; problem: string }
	| { kind: "jobs"; overdue: number; givenUp: number }
	| { kind: "refunds" | "unsettled" | "payments" | "receipts" | "renewals" | "details"; number: number }
	/** The newest entry that is not as it was written. */
	| { kind: "journal"; entry: number }
	| { kind: "noBackups" }
	| { kind: "lateBackup"; age: string }
	| { kind: "disk"; used: number }
	| { kind: "selling"; problem: string };

/** From this share on a disk is nearly full. */
const DISK_FULL = 0.85;

/**
 * Lists all that needs an act now, the worst first: a few queries by indexes, and nobody outside is asked.
 * @param now a time of the database's clock
 */
export async function readNeeds(
	db: Db,
	{ dataDir, backup, trial }: Pick<Config, "dataDir" | "backup" | "trial">,
	now: number,
): Promise<Need[]> {
	const [watched, journal, jobs, money, renewals, disk, newest] = await Promise.all([
		readWatched(db),
		readJournal(db, {}),
		countJobs(db, now),
		countMoney(db, now),
		sumRenewals(db, { status: "postponed" }, now),
		statfs(dataDir),
		backup.dir ? newestBackup(backup.dir, now).catch(() => null) : null,
	]);
	const down = watched
		.filter(({ state }) => state === "down")
		.map(({ subject, name, since, problem }) => ({ subject, name, since, problem: problem ?? "" }));
	const isCertificate = ({ subject }: { subject: string }) => subject.startsWith("certificate:");
	const outages = down.filter((one) => !isCertificate(one));
	const needs: Need[] = outages.map((one) => ({ kind: "down", ...one }));
	// All of it is verified by `npm run doctor`.
	const entry = findBroken(journal.entries, false);
	if (entry !== null) needs.push({ kind: "journal", entry });
	const { overdue, givenUp } = jobs;
	if (overdue > 0 || givenUp > 0) needs.push({ kind: "jobs", overdue, givenUp });
	if (money.refunds > 0) needs.push({ kind: "refunds", number: money.refunds });
	if (money.unsettled > 0) needs.push({ kind: "unsettled", number: money.unsettled });
	if (money.doubtful > 0) needs.push({ kind: "payments", number: money.doubtful });
	if (money.receipts > 0) needs.push({ kind: "receipts", number: money.receipts });
	if (renewals.count > 0) needs.push({ kind: "renewals", number: renewals.count });
	for (const { subject, name, problem } of down.filter(isCertificate))
		needs.push({ kind: "certificate", subject, name, problem });
	const used = 1 - disk.bavail / disk.blocks;
	if (used > DISK_FULL) needs.push({ kind: "disk", used });
	// In a trial nothing is to be kept, sold or signed yet.
	if (trial) return needs;
	if (newest === null) needs.push({ kind: "noBackups" });
	else if (now - newest > BACKUP_LATE_MS) needs.push({ kind: "lateBackup", age: ageOf(now - newest) });
	const problem = notSelling();
	if (problem) needs.push({ kind: "selling", problem });
	const missing = missingDetails(detailsInForce()).length;
	if (missing > 0) needs.push({ kind: "details", number: missing });
	return needs;
}
