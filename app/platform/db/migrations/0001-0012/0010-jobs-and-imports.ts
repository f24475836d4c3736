import { type Kysely, sql } from "kysely";

/** 1 January 2100: no stored text is dated later. */
const LAST = Date.UTC(2100, 0, 1);

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await mendDates(db);
	await widenSearch(db);
	await widenImports(db);
	await createJobs(db);
}

/** An import could bring in dates far out of range, with which nothing can be computed. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function mendDates(db: Kysely<any>): Promise<void> {
	const now = Date.now();
	const mend = (table: string, column: string) =>
		sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now}
			where ${sql.ref(column)} < 0 or ${sql.ref(column)} >= ${LAST}`.execute(db);
	await mend("conversations", "created_at");
	await mend("conversations", "updated_at");
	await mend("prompts", "created_at");
	await mend("answers", "created_at");
	await mend("answers", "ended_at");
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function widenSearch(db: Kysely<any>): Promise<void> {
	await db.schema
		.alterTable("conversations")
		.addColumn("index_tries", "integer", (c) => c.notNull().defaultTo(0))
		.execute();
	await db.schema.alterTable("conversations").addColumn("index_cursor", "text").execute();
	await db.schema.dropIndex("conversations_unindexed").execute();
	await sql`create index conversations_unindexed on conversations (index_tries, id)
		where indexed_at is null and index_tries < 3`.execute(db);
	// The messages of a conversation are indexed for the search by their ids, a page at a time.
	await db.schema.dropIndex("answers_by_conversation").execute();
	await db.schema
		.createIndex("answers_by_conversation")
		.on("answers")
		.columns(["conversation_id", "id"])
		.execute();
	await db.schema
		.createIndex("prompts_by_conversation")
		.on("prompts")
		.columns(["conversation_id", "id"])
		.execute();
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function widenImports(db: Kysely<any>): Promise<void> {
	const table = () => db.schema.alterTable("imported_conversations");
	// The job that imported it: a resumed job tells its own work from what was there before.
	await table().addColumn("job_id", "text").execute();
	await table()
		.addColumn("bytes", "bigint", (c) => c.notNull().defaultTo(0))
		.execute();
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createJobs(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("jobs")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("kind", "text", (c) => c.notNull())
		.addColumn("key", "text", (c) => c.notNull())
		.addColumn("account_id", "text")
		.addColumn("place", "text")
		.addColumn("state", "text", (c) =>
			c.notNull().check(sql`state in ('waiting', 'running', 'done', 'failed', 'canceled')`),
		)
		.addColumn("payload", "text", (c) => c.notNull())
		.addColumn("progress", "text")
		.addColumn("failure", "text")
		.addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("due_at", "bigint", (c) => c.notNull())
		.addColumn("lease_owner", "text")
		.addColumn("lease_until", "bigint")
		.addColumn("cancel_requested_at", "bigint")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("ended_at", "bigint")
		.addColumn("told_at", "bigint")
		.execute();
	// The database itself refuses a second unfinished job of the same kind and key.
	await sql`create unique index jobs_open on jobs (kind, key) where state in ('waiting', 'running')`.execute(
		db,
	);
	await sql`create index jobs_in_line on jobs (kind, created_at, id)
		where state in ('waiting', 'running')`.execute(db);
	await db.schema.createIndex("jobs_by_account").on("jobs").columns(["account_id", "created_at"]).execute();
	await db.schema.createIndex("jobs_ended").on("jobs").columns(["ended_at"]).execute();
}
