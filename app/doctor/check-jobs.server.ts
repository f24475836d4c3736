import { isUpToStaff } from "../billing/refunds/refunds-for-staff.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { RECURRING } from "../platform/jobs/job-handler.server.ts";
import { ageOf, broken, type Finding, fine, note, ROWS } from "./finding.server.ts";

const MINUTE = 60_000;
/** A job that nobody has taken up for so long is overdue: a server takes up what is due within seconds. */
const OVERDUE_MS = 5 * MINUTE;
/** A job that was given up this long ago is only mentioned. */
const LONG_AGO_MS = 7 * 24 * 60 * MINUTE;
/** So many failures in a row are no accident. */
const MANY_ATTEMPTS = 3;

/** Jobs that were given up, are overdue, or fail again and again. @param now a time of the database's clock */
export async function checkJobs(db: Db, now: number): Promise<Finding[]> {
	const jobs = db
		.selectFrom("jobs")
		.select(["kind", "key", "tries", "last_error", "created_at", "due_at", "ended_at", "lease_until"]);
	const isOpen = jobs.where("state", "in", ["waiting", "running"]).where("key", "<>", RECURRING);
	const givenUp = await jobs
		.where("state", "=", "failed")
		.where("failure", "=", "given-up")
		// Somebody's money is not hidden by a crowd of others.
		.orderBy(isUpToStaff, "desc")
		.orderBy("ended_at", "desc")
		.limit(ROWS)
		.execute();
	const overdue = await isOpen
		.where("due_at", "<", now - OVERDUE_MS)
		.orderBy("due_at")
		.limit(ROWS)
		.execute();
	const failing = await isOpen
		.where("due_at", ">=", now - OVERDUE_MS)
		.where("tries", ">=", MANY_ATTEMPTS)
		.orderBy("tries", "desc")
		.limit(ROWS)
		.execute();
	const { waiting } = await db
		.selectFrom("jobs")
		.select(({ fn }) => fn.countAll<number>().as("waiting"))
		.where("state", "in", ["waiting", "running"])
		.where("key", "<>", RECURRING)
		.executeTakeFirstOrThrow();
	return [
		...givenUp.map((job) => {
			const ago = now - (job.ended_at ?? now);
			const text = `Оставлено после всех попыток: ${describe(job)}, ${ageOf(ago)} назад`;
			return ago > LONG_AGO_MS ? note(text) : broken(text);
		}),
		...overdue.map((job) =>
			broken(`Никто не взялся: ${describe(job)}, пора было ${ageOf(now - job.due_at)} назад`),
		),
		...failing.map((job) =>
			note(`Не удаётся, повторим: ${describe(job)}, ждёт ${ageOf(now - job.created_at)}`),
		),
		fine(`Заданий в очереди: ${Number(waiting)}`),
	];
}

const describe = (job: { kind: string; key: string; tries: number; last_error: string | null }) =>
	`${job.kind} ${job.key}, попыток ${job.tries}, ошибка: ${job.last_error ?? "нет"}`;
