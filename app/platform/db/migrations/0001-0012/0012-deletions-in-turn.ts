import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	// Deletions that cannot be finished yet must not block the others: the one tried longest ago is next.
	await db.schema
		.alterTable("deletions")
		.addColumn("tried_at", "bigint", (c) => c.notNull().defaultTo(0))
		.execute();
}
