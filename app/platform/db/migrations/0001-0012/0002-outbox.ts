import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("letters")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("kind", "text", (c) => c.notNull())
		.addColumn("recipient", "text", (c) => c.notNull())
		.addColumn("sealed", "text")
		.addColumn("state", "text", (c) =>
			c.notNull().check(sql`state in ('waiting', 'sent', 'refused', 'failed', 'unaddressed')`),
		)
		.addColumn("tries", "integer", (c) => c.notNull())
		.addColumn("due_at", "bigint", (c) => c.notNull())
		.addColumn("claim", "text")
		.addColumn("last_problem", "text")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("finished_at", "bigint")
		.execute();
	// The mailer polls every few seconds, and nearly all e-mails have been sent long ago.
	await db.schema
		.createIndex("letters_due")
		.on("letters")
		.columns(["due_at"])
		.where(sql.ref("state"), "=", "waiting")
		.execute();
	await db.schema.createIndex("letters_finished").on("letters").columns(["finished_at"]).execute();
}
