import { emailHandler } from "../../app/mail/email-handler.server.ts";
import type { Mailer } from "../../app/mail/mailer.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import type { Clock } from "../../app/platform/db/database-clock.server.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";

/** Does the jobs of e-mails that are due. `late` will be tried again, `failed` will not. */
export async function deliverDue(db: Db, mailer: Mailer, clock?: Clock) {
	const count = { sent: 0, late: 0, refused: 0, failed: 0 };
	for (const { key, outcome } of await runDueJobs(db, [emailHandler(db, mailer)], clock)) {
		if (outcome === "failed") count.late++;
		if (outcome === "given-up") count.failed++;
		if (outcome !== "done") continue;
		const row = await db.selectFrom("letters").select("state").where("id", "=", key).executeTakeFirst();
		if (row?.state === "sent" || row?.state === "refused") count[row.state]++;
	}
	return count;
}
