import type { Db } from "../../platform/db/connection.server.ts";

/** How many people have a plan now, and how many of its renewals will charge: not those that wait for another card. */
export type Holders = { people: number; renewals: number };

/** The holders of each plan by its key, also of plans that the catalogue has no more; absent: nobody. */
export async function countHolders(db: Db, now: number): Promise<Map<string, Holders>> {
	const people = await db
		.selectFrom("subscriptions")
		.select(({ fn }) => ["plan_key", fn.countAll().as("count")])
		.where("ends_at", ">", now)
		.where("starts_at", "<=", now)
		.groupBy("plan_key")
		.execute();
	const renewals = await db
		.selectFrom("renewals")
		.select(({ fn }) => ["plan_key", fn.countAll().as("count")])
		.where("state", "in", ["on", "charging", "retrying"])
		.groupBy("plan_key")
		.execute();
	const holders = new Map<string, Holders>();
	const of = (key: string) => holders.get(key) ?? { people: 0, renewals: 0 };
	for (const { plan_key, count } of people) holders.set(plan_key, { ...of(plan_key), people: Number(count) });
	for (const { plan_key, count } of renewals)
		holders.set(plan_key, { ...of(plan_key), renewals: Number(count) });
	return holders;
}
