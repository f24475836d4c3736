import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { dayStartAfter, isoDayIn } from "../platform/dates/day-boundaries.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import type { Figures } from "./figures.server.ts";
import { ROWS_AT_ONCE, type Span } from "./span.server.ts";

/** For so long after a registration a first payment counts as one that followed from it. */
export const COHORT_DAYS = 31;

/**
 * Counts the people of a day: one seek of an index for each account, in pages. Only the day of a registration is kept.
 * @param cohorts whether the payments of those who registered in the days before are counted too
 * @returns how many of those registered on a day have paid, by that day
 */
export async function countPeople(
	db: Db,
	span: Span,
	{ timeZone, cohorts }: { timeZone: string; cohorts: boolean },
	figures: Figures,
	signal?: AbortSignal,
): Promise<Map<string, number>> {
	const { day, from, to } = span;
	const since = {
		7: dayStartAfter(from, -6, timeZone),
		30: dayStartAfter(from, -29, timeZone),
		cohort: cohorts ? dayStartAfter(from, 1 - COHORT_DAYS, timeZone) : from,
	};
	const converted = new Map<string, number>([[day, 0]]);
	for (const name of ["asked", "registered", "active-1", "active-7", "active-30"] as const)
		figures.add(name, { count: 0 });
	figures.add("asked", { count: await countPending(db, span) });
	let after = "";
	while (!signal?.aborted) {
		const rows = await db
			.selectFrom("accounts")
			.select(["accounts.id", "accounts.created_at"])
			.select((eb) => [
				eb
					.selectFrom("prompts")
					.whereRef("prompts.account_id", "=", "accounts.id")
					.where("prompts.created_at", "<", to)
					.select(({ fn }) => fn.max("prompts.created_at").as("at"))
					.as("asked_at"),
				sql<number>`case when accounts.created_at >= ${since.cohort} and exists (select 1 from purchases
					where purchases.account_id = accounts.id and purchases.state in ('paid', 'refunded')
					and purchases.gateway <> 'sandbox') then 1 else 0 end`.as("paid"),
			])
			.where("accounts.id", ">", after)
			.where("accounts.email", "is not", null)
			.orderBy("accounts.id")
			.limit(ROWS_AT_ONCE)
			.execute();
		for (const { created_at, asked_at, paid } of rows) {
			const registered = Number(created_at);
			if (registered >= from && registered < to) {
				figures.add("registered");
				figures.add("asked");
			}
			if (Number(paid) === 1 && registered < to) {
				const then = isoDayIn(registered, timeZone);
				converted.set(then, (converted.get(then) ?? 0) + 1);
			}
			if (asked_at === null) continue;
			if (Number(asked_at) >= from) figures.add("active-1");
			if (Number(asked_at) >= since[7]) figures.add("active-7");
			if (Number(asked_at) >= since[30]) figures.add("active-30");
		}
		after = rows.at(-1)?.id ?? "";
		if (rows.length < ROWS_AT_ONCE) break;
		await turn();
	}
	return converted;
}

/**
 * Registrations of the day that wait for their e-mail's confirmation. One that is over is forgotten, and stays counted.
 * An invitation waits beside them: nothing is accepted in it, and nobody has begun anything.
 */
async function countPending(db: Db, { from, to }: Span): Promise<number> {
	const { count } = await db
		.selectFrom("pending_registrations")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("created_at", ">=", from)
		.where("created_at", "<", to)
		.where("offer_version", "<>", "")
		.executeTakeFirstOrThrow();
	return Number(count);
}
