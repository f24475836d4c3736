import { type Kysely, sql } from "kysely";

/**
 * Editions of the legal documents that the operator's screens publish, and their drafts. The previous release reads and
 * writes none of this: it shows the editions of the files.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("paper_editions")
		.addColumn("kind", "text", (c) => c.notNull())
		.addColumn("version", "text", (c) => c.notNull())
		.addColumn("text", "text", (c) => c.notNull())
		.addColumn("published_at", "bigint", (c) => c.notNull())
		.addColumn("published_by", "text")
		// What somebody has agreed to is never written over.
		.addPrimaryKeyConstraint("paper_editions_key", ["kind", "version"])
		.execute();
	await db.schema
		.createTable("paper_drafts")
		.addColumn("kind", "text", (c) => c.primaryKey())
		.addColumn("needs", "text")
		.addColumn("title", "text", (c) => c.notNull())
		.addColumn("description", "text", (c) => c.notNull())
		.addColumn("body", "text", (c) => c.notNull())
		.addColumn("revision", "bigint", (c) => c.notNull())
		.addColumn("changed_by", "text")
		.addColumn("changed_at", "bigint", (c) => c.notNull())
		.execute();
	await sql`create index consents_by_version on consents (kind, document_version) where act = 'given'`.execute(
		db,
	);
}
