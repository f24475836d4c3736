import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Files of questions with their text in passages. The previous release reads and writes none of this. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await createFiles(db);
	await createPassages(db);
	await createBlobs(db);
	await db.schema.alterTable("answers").addColumn("sources", "text").execute();
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createFiles(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("files")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id"))
		.addColumn("sha256", "text", (c) => c.notNull())
		.addColumn("blob", "text", (c) => c.notNull())
		.addColumn("bytes", "bigint", (c) => c.notNull())
		.addColumn("name", "text", (c) => c.notNull())
		.addColumn("type", "text")
		.addColumn("state", "text", (c) =>
			c.notNull().check(sql`state in ('waiting', 'reading', 'ready', 'failed')`),
		)
		.addColumn("failure", "text")
		.addColumn("pages", "integer")
		.addColumn("characters", "bigint")
		.addColumn("tokens", "bigint")
		.addColumn("passages", "integer")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("attached_at", "bigint")
		.addColumn("kept_at", "bigint")
		.execute();
	await db.schema
		.createIndex("files_by_account")
		.on("files")
		.columns(["account_id", "created_at", "id"])
		.execute();
	await db.schema.createIndex("files_by_blob").on("files").columns(["blob"]).execute();
	// Sent and never part of a question: the sweeper looks for them.
	await sql`create index files_unattached on files (created_at) where attached_at is null and kept_at is null`.execute(
		db,
	);
	await db.schema
		.createTable("prompt_files")
		.addColumn("prompt_id", "text", (c) => c.notNull().references("prompts.id").onDelete("cascade"))
		.addColumn("file_id", "text", (c) => c.notNull().references("files.id").onDelete("cascade"))
		.addColumn("conversation_id", "text", (c) => c.notNull())
		.addColumn("position", "integer", (c) => c.notNull())
		.addColumn("removed_at", "bigint")
		.addPrimaryKeyConstraint("prompt_files_pk", ["prompt_id", "file_id"])
		.execute();
	await db.schema.createIndex("prompt_files_by_file").on("prompt_files").columns(["file_id"]).execute();
	await db.schema
		.createIndex("prompt_files_by_conversation")
		.on("prompt_files")
		.columns(["conversation_id"])
		.execute();
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createPassages(db: Kysely<any>): Promise<void> {
	const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
	let passages = db.schema
		.createTable("passages")
		// In SQLite only «integer» makes the column the rowid, by which the full-text table refers to it.
		.addColumn("id", postgres ? "bigint" : "integer", (c) =>
			postgres ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey(),
		)
		.addColumn("file_id", "text", (c) => c.notNull().references("files.id").onDelete("cascade"))
		.addColumn("n", "integer", (c) => c.notNull())
		.addColumn("page", "integer", (c) => c.notNull())
		.addColumn("section", "text")
		.addColumn("text", "text", (c) => c.notNull())
		.addColumn("tokens", "integer", (c) => c.notNull());
	if (postgres) passages = passages.addColumn("words", sql`tsvector`, (c) => c.notNull());
	await passages.execute();
	await db.schema.createIndex("passages_of_file").unique().on("passages").columns(["file_id", "n"]).execute();
	if (postgres) {
		await sql`create index passages_words on passages using gin (words)`.execute(db);
		return;
	}
	// The words arrive already tokenized, so the simplest tokenizer does.
	await sql`create virtual table passage_words using fts5(
		heading, words, content='', contentless_delete=1, tokenize='ascii')`.execute(db);
	await sql`create trigger passages_gone after delete on passages begin
		delete from passage_words where rowid = old.id; end`.execute(db);
}

/** Bytes of files where servers share a database and no disk, in pieces; elsewhere they lie in a folder. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function createBlobs(db: Kysely<any>): Promise<void> {
	const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
	await db.schema
		.createTable("blob_pieces")
		.addColumn("name", "text", (c) => c.notNull())
		.addColumn("n", "integer", (c) => c.notNull())
		.addColumn("body", postgres ? "bytea" : "blob", (c) => c.notNull())
		.addColumn("written_at", "bigint", (c) => c.notNull())
		.addPrimaryKeyConstraint("blob_pieces_pk", ["name", "n"])
		.execute();
}
