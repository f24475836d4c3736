import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("allowances").addColumn("mailbox_hash", "text").execute();
	await db.schema
		.alterTable("allowances")
		.addColumn("carried", "integer", (c) => c.notNull().defaultTo(0))
		.execute();
	// Only current allowances have the hash: a scheduled job removes it when they are over.
	await sql`create index allowances_of_mailbox on allowances (mailbox_hash) where mailbox_hash is not null`.execute(
		db,
	);
	await sql`create index allowances_to_forget on allowances (ends_at) where mailbox_hash is not null`.execute(
		db,
	);
}
