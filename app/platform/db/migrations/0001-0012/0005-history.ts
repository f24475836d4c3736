import { type Kysely, PostgresAdapter, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await widenConversations(db);
	await widenMessages(db);
	await createSearch(db);
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function widenConversations(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("conversations").addColumn("pinned_at", "bigint").execute();
	await db.schema.alterTable("conversations").addColumn("archived_at", "bigint").execute();
	await db.schema.alterTable("conversations").addColumn("instruction", "text").execute();
	await db.schema
		.alterTable("conversations")
		.addColumn("title_by", "text", (c) =>
			c.notNull().defaultTo("prompt").check(sql`title_by in ('prompt', 'model', 'person')`),
		)
		.execute();
	// Null: written before the search existed, not indexed yet.
	await db.schema.alterTable("conversations").addColumn("indexed_at", "bigint").execute();

	// Each list of the sidebar is a range of one of these indexes, read backwards from a cursor.
	await sql`create index conversations_pinned on conversations (account_id, pinned_at, id)
		where pinned_at is not null and archived_at is null`.execute(db);
	await sql`create index conversations_recent on conversations (account_id, updated_at, id)
		where pinned_at is null and archived_at is null`.execute(db);
	await sql`create index conversations_archived on conversations (account_id, archived_at, id)
		where archived_at is not null`.execute(db);
	await sql`create index conversations_unindexed on conversations (id) where indexed_at is null`.execute(db);
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function widenMessages(db: Kysely<any>): Promise<void> {
	await db.schema
		.alterTable("answers")
		.addColumn("rating", "text", (c) => c.check(sql`rating in ('up', 'down')`))
		.execute();
	await db.schema.alterTable("answers").addColumn("rating_reason", "text").execute();
	await db.schema.alterTable("answers").addColumn("chosen_at", "bigint").execute();
	// Without it deleting a conversation would scan all answers.
	await db.schema.createIndex("answers_by_conversation").on("answers").columns(["conversation_id"]).execute();
	// What follows an answer; also finds all prompts of a conversation.
	await db.schema
		.createIndex("prompts_by_parent")
		.on("prompts")
		.columns(["conversation_id", "parent_answer_id"])
		.execute();
	await db.schema.dropIndex("prompts_by_conversation").execute();
}

/**
 * One row for each searchable text. Its id begins with the time of the text, so that the order of ids is the order of
 * time on both databases.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function createSearch(db: Kysely<any>): Promise<void> {
	const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
	let entries = db.schema
		.createTable("search_entries")
		// In SQLite only «integer» makes the column the rowid, by which the full-text table refers to it.
		.addColumn("id", postgres ? "bigint" : "integer", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("conversation_id", "text", (c) =>
			c.notNull().references("conversations.id").onDelete("cascade"),
		)
		.addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('title', 'prompt', 'answer')`))
		.addColumn("message_id", "text", (c) => c.notNull());
	if (postgres) entries = entries.addColumn("words", sql`tsvector`, (c) => c.notNull());
	await entries.execute();
	await db.schema
		.createIndex("search_entries_by_message")
		.unique()
		.on("search_entries")
		.columns(["message_id", "kind"])
		.execute();
	await db.schema
		.createIndex("search_entries_by_conversation")
		.on("search_entries")
		.columns(["conversation_id"])
		.execute();
	if (postgres) {
		await sql`create index search_entries_words on search_entries using gin (words)`.execute(db);
		// For a word that occurs in most messages it is cheaper to scan back from the newest.
		await sql`create index search_entries_by_account on search_entries (account_id, id)`.execute(db);
		return;
	}
	// The words arrive already tokenized, so the simplest tokenizer does; positions are not queried.
	await sql`create virtual table search_words using fts5(
		words, content='', contentless_delete=1, tokenize='ascii', detail=none)`.execute(db);
	// Also when a conversation or an account is deleted by a cascade.
	await sql`create trigger search_entries_gone after delete on search_entries begin
		delete from search_words where rowid = old.id; end`.execute(db);
}
