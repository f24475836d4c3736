import { sql } from "kysely";
import { dayStartAfter } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { ourTerms, type Terms } from "../payments/terms.server.ts";

const DAYS = 30;

/**
 * How many messages were spent on each of the last thirty days, today the last. A message counts on the day of its
 * prompt, and not at all when it was returned.
 * @returns the first moment of each day, and the number
 */
export async function messagesPerDay(
	db: Db,
	accountId: string,
	now = Date.now(),
	{ timeZone }: Pick<Terms, "timeZone"> = ourTerms,
): Promise<{ at: number; messages: number }[]> {
	const days = Array.from({ length: DAYS }, (_, i) => ({
		at: dayStartAfter(now, i - DAYS + 1, timeZone),
		messages: 0,
	}));
	// By quarters of an hour: every time zone begins its days at one, and a year of prompts is few rows.
	const quarter = sql<number | string>`asked.at / 900000`;
	const spent = await db
		.selectFrom("ledger as asked")
		.select([quarter.as("quarter"), (eb) => eb.fn.countAll<number | string>().as("messages")])
		.where("asked.account_id", "=", accountId)
		.where("asked.kind", "=", "reserve")
		.where("asked.at", ">=", days[0]?.at ?? now)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("ledger as back")
						.select("back.id")
						.where("back.kind", "=", "return")
						.whereRef("back.reference", "=", "asked.reference"),
				),
			),
		)
		.groupBy(quarter)
		.execute();
	for (const { quarter, messages } of spent) {
		const day = days.findLast(({ at }) => at <= Number(quarter) * 900_000);
		if (day) day.messages += Number(messages);
	}
	return days;
}
