import { type Kysely, PostgresAdapter } from "kysely";

/**
 * Vectors of passages, where the operator has set a server that makes them. Made of the passages, they are in no copy of
 * the data. The previous release reads and writes none of this.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? "bytea" : "blob";
	await db.schema
		.createTable("passage_vectors")
		.addColumn("file_id", "text", (c) => c.notNull().references("files.id").onDelete("cascade"))
		.addColumn("block", "integer", (c) => c.notNull())
		.addColumn("model", "text", (c) => c.notNull())
		// Read in every search, so they stand before the larger column.
		.addColumn("signs", bytes, (c) => c.notNull())
		.addColumn("vectors", bytes, (c) => c.notNull())
		.addPrimaryKeyConstraint("passage_vectors_pk", ["file_id", "block"])
		.execute();
	await db.schema.alterTable("files").addColumn("vectors_of", "text").execute();
}
