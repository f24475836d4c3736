import type { AliasableExpression } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";

/** The staff's lists are counted exactly up to here. */
export const COUNTED = 10_000;

/** How many rows a query finds; at most `most` and one, so that the count costs the same however many there are. */
export async function countUpTo<Row>(
	db: Db,
	query: { limit(rows: number): AliasableExpression<Row> },
	most = COUNTED,
): Promise<number> {
	const { total } = await db
		.selectFrom(query.limit(most + 1).as("counted"))
		.select(({ fn }) => fn.countAll<number | string>().as("total"))
		.executeTakeFirstOrThrow();
	return Number(total);
}
