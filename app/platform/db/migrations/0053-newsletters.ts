import { type Kysely, sql } from "kysely";

/**
 * E-mails of news to those who have agreed to them, and whom each was written to. The previous release reads and writes
 * none of this: it sends what is in the outbox, without the headers by which a mail program unsubscribes.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("newsletters")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("state", "text", (c) =>
			c.notNull().check(sql`state in ('draft', 'sending', 'stopped', 'sent')`),
		)
		.addColumn("subject", "text", (c) => c.notNull())
		.addColumn("body", "text", (c) => c.notNull())
		.addColumn("button", "text")
		.addColumn("link", "text")
		.addColumn("is_ad", "integer", (c) => c.notNull())
		.addColumn("revision", "integer", (c) => c.notNull())
		.addColumn("reached", "text", (c) => c.notNull().defaultTo(""))
		.addColumn("queued", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("sent", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("refused", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("failed", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("withdrawn", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("started_at", "bigint")
		.addColumn("ended_at", "bigint")
		.execute();
	await sql`create index newsletters_by_age on newsletters (created_at, id)`.execute(db);
	await db.schema
		.createTable("newsletter_emails")
		.addColumn("newsletter_id", "text", (c) => c.notNull())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("email_id", "text", (c) => c.notNull())
		.addColumn("state", "text", (c) =>
			c.notNull().check(sql`state in ('waiting', 'sent', 'refused', 'failed', 'withdrawn')`),
		)
		.addColumn("at", "bigint", (c) => c.notNull())
		// Nobody is written to twice, whatever is repeated.
		.addPrimaryKeyConstraint("newsletter_emails_key", ["newsletter_id", "account_id"])
		.execute();
	await sql`create index newsletter_emails_waiting on newsletter_emails (newsletter_id, email_id)
		where state = 'waiting'`.execute(db);
	await sql`create index newsletter_emails_of on newsletter_emails (account_id)`.execute(db);
	await sql`create index consents_to_news on consents (account_id, at, id) where kind = 'news'`.execute(db);
}
