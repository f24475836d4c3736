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
export async function loadState() {
	const now = await readDatabaseTime(db());
	const { database, disk, emails, watched, ...state } = await readState(db(), config, now);
	const { answerWorkers } = chatServices();
	return {
		at: timeOf(now),
		findings: state.findings,
		jobs: state.jobs,
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
		watched: watched.map(({ subject, name, state: is, since, failures, problem, checked_at }) => ({
			subject,
			kind: subject.split(":", 1)[0] as "server" | "model" | "mail" | "gateway",
			name,
			state: is === "up" && failures > 0 ? ("failing" as const) : is,
			since: minuteOf(since),
			problem,
			checked: timeOf(checked_at),
		})),
	};
}

export type LoadedState = Awaited<ReturnType<typeof loadState>>;
