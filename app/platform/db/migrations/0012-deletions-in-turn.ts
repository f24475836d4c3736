import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	// Those that cannot be finished yet must not keep the others waiting: whoever was tried longest ago is next.
	await db.schema
		.alterTable("deletions")
		.addColumn("tried_at", "bigint", (c) => c.notNull().defaultTo(0))
		.execute();
}
