import { newestBackup } from "../backup/backup-folder.server.ts";
import { answerMetrics } from "../chat/answers/answer-metrics.server.ts";
import { toolMetrics } from "../chat/answers/rounds/tool-metrics.server.ts";
import { chatServices } from "../chat/services.server.ts";
import { openEventStreams } from "../chat/stream/event-stream.server.ts";
import { config } from "../platform/config.server.ts";
import { readDatabaseTime } from "../platform/db/database-clock.server.ts";
import { db } from "../platform/db/service.server.ts";
import { freeBytes } from "../platform/disk-room.server.ts";
import { countJobs } from "../platform/jobs/job-status.server.ts";
import { log } from "../platform/log.server.ts";
import { gauge, type Metric } from "../platform/metrics/metric.server.ts";
import { processMetrics } from "../platform/metrics/process-metrics.server.ts";
import { requestMetrics } from "../platform/metrics/request-metrics.server.ts";
import { metricsReader } from "../platform/metrics/service.server.ts";

/** Needs all other services. @returns withdraws it */
export function startMetrics(): () => void {
	metricsReader.provide(readMetrics);
	return metricsReader.withdraw;
}

/** A metric that cannot be read now is left out. */
async function readMetrics(): Promise<Metric[]> {
	const { answerWorkers } = chatServices();
	const read = await Promise.allSettled([jobMetrics(), diskMetrics(), backupMetrics()]);
	for (const one of read)
		if (one.status === "rejected") log.warn("Метрика не прочитана", { error: one.reason });
	return [
		gauge("sobesednik_build_info", "The build that runs.", 1, { build: __BUILD_ID__ }),
		...processMetrics(),
		...requestMetrics,
		gauge("sobesednik_answers_live", "Answers that this process writes.", answerWorkers.count),
		gauge("sobesednik_answers_limit", "LIVE_ANSWERS, or five of a model in a file.", answerWorkers.limit),
		gauge("sobesednik_streams_open", "Readers of live answers.", openEventStreams()),
		gauge(
			"sobesednik_refusing",
			"1: new questions are refused, for want of memory or room.",
			answerWorkers.full ? 1 : 0,
		),
		...answerMetrics,
		...toolMetrics,
		...read.flatMap((one) => (one.status === "fulfilled" ? one.value : [])),
	];
}

/** The jobs of all servers of the installation together. */
async function jobMetrics(): Promise<Metric[]> {
	const { open, overdue, givenUp } = await countJobs(db(), await readDatabaseTime(db()));
	return [
		gauge("sobesednik_jobs_open", "Jobs that wait or run.", open),
		gauge("sobesednik_jobs_overdue", "Jobs that nobody has taken up for five minutes.", overdue),
		gauge("sobesednik_jobs_given_up", "Jobs that were given up within a day.", givenUp),
	];
}

async function diskMetrics(): Promise<Metric[]> {
	const free = await freeBytes(config.dataDir);
	return [gauge("sobesednik_disk_free_bytes", "Free space for DATA_DIR.", free)];
}

async function backupMetrics(): Promise<Metric[]> {
	const newest = config.backup.dir ? await newestBackup(config.backup.dir, Date.now()) : null;
	if (newest === null) return [];
	const seconds = (Date.now() - newest) / 1_000;
	return [gauge("sobesednik_backup_age_seconds", "Age of the newest copy in BACKUP_DIR.", seconds)];
}
