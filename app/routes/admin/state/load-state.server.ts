import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { backupFolder, isBackupAsked } from "../../../backup/asked-backup.server.ts";
import { newestBackup } from "../../../backup/backup-folder.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { openEventStreams } from "../../../chat/stream/event-stream.server.ts";
import { ageOf } from "../../../doctor/finding.server.ts";
import { readState } from "../../../doctor/state.server.ts";
import { config } from "../../../platform/config.server.ts";
import { minuteOf, timeOf } from "../../../platform/dates/dates.server.ts";
import { readDatabaseTime } from "../../../platform/db/database-clock.server.ts";
import { isPostgres } from "../../../platform/db/dialect.server.ts";
import { db } from "../../../platform/db/service.server.ts";

const GB = 1024 ** 3;
const size = new Intl.NumberFormat("ru", { maximumFractionDigits: 1 });
const sizeOf = (bytes: number) =>
	bytes < GB ? `${size.format(bytes / 1024 ** 2)} МБ` : `${size.format(bytes / GB)} ГБ`;

/** How the installation and this process are. */
export async function loadState({ role }: Staff) {
	const now = await readDatabaseTime(db());
	const [{ database, disk, emails, watched, ...state }, backups] = await Promise.all([
		readState(db(), config, now),
		readBackups(now),
	]);
	const { answerWorkers } = chatServices();
	return {
		at: timeOf(now),
		findings: state.findings,
		jobs: state.jobs,
		backups: { ...backups, mayMake: mayDo(role, "backups") },
		service: {
			build: __BUILD_ID__,
			node: process.versions.node,
			uptime: ageOf(process.uptime() * 1_000),
			memory: sizeOf(process.memoryUsage.rss()),
			servers: state.servers.length,
			answers: { number: answerWorkers.count, limit: answerWorkers.limit },
			streams: openEventStreams(),
			address: config.appUrl,
		},
		database: {
			kind: isPostgres(db()) ? ("postgres" as const) : ("sqlite" as const),
			size: sizeOf(database.size),
			state: database.database,
			ms: database.answeredMs,
			schema: database.schema ?? "—",
		},
		disk: { ...disk, usedText: sizeOf(disk.used), totalText: sizeOf(disk.total) },
		emails: {
			...emails,
			oldest: emails.oldest === null ? null : ageOf(now - emails.oldest),
			isSent: Boolean(config.mail.smtpUrl),
		},
		watched: watched.map(({ subject, name, state: is, since, failures, problem, checked_at }) => {
			const kind = subject.split(":", 1)[0] as "server" | "model" | "mail" | "gateway" | "certificate";
			const state = is === "up" && failures > 0 ? ("failing" as const) : is;
			return {
				subject,
				kind,
				name,
				state: kind === "certificate" ? ("ending" as const) : state,
				since: minuteOf(since),
				problem,
				checked: timeOf(checked_at),
			};
		}),
	};
}

/** The copies on this server's disk. */
async function readBackups(now: number) {
	const folder = backupFolder(config);
	const newest = await newestBackup(folder, now).catch(() => null);
	return {
		folder,
		isBeside: config.backup.dir === null,
		age: newest === null ? null : ageOf(now - newest),
		isEncrypted: config.backup.passphraseFile !== null,
		isAsked: await isBackupAsked(db()),
	};
}

export type LoadedState = Awaited<ReturnType<typeof loadState>>;
