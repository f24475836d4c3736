import { type Kysely, sql } from "kysely";

/**
 * How many people have a plan, and how many renewals it has, is counted from indexes alone. The previous release is
 * none the wiser.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await sql`create index subscriptions_by_end on subscriptions (ends_at, starts_at, plan_key)`.execute(db);
	await sql`create index renewals_by_plan on renewals (plan_key) where state <> 'off'`.execute(db);
}
