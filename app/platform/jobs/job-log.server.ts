import type { Log } from "../log.server.ts";
import type { JobLog } from "./perform-job.server.ts";

/** Writes what fails unexpectedly into the log: each failure once, and a job that is given up. */
export const jobLogOf = (log: Pick<Log, "error">): JobLog => ({
	onError: (error, { kind, key }) => log.error("Задание прервалось", { kind, key, error }),
	onGiveUp: ({ kind, key }, attempts, error) =>
		log.error("Задание оставлено после всех попыток", { kind, key, attempts, problem: error }),
});
