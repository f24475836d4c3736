import { withdrawEmails } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";

/** Takes back the e-mails of newsletters that were written to an account and are not sent yet. */
export async function withdrawWaitingNews(trx: Db, accountId: string): Promise<void> {
	const waiting = await trx
		.selectFrom("newsletter_emails")
		.select("email_id")
		.where("account_id", "=", accountId)
		.where("state", "=", "waiting")
		.execute();
	await withdrawEmails(
		trx,
		waiting.map(({ email_id }) => email_id),
	);
}
