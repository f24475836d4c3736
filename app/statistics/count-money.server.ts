import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import { likely } from "../platform/db/likely.server.ts";
import type { Figures } from "./figures.server.ts";
import { ROWS_AT_ONCE, type Span } from "./span.server.ts";

/** Counts what the gateway has paid in and back within a day, in kopecks. Payments of the sandbox are none. */
export async function countMoney(db: Db, span: Span, figures: Figures, signal?: AbortSignal): Promise<void> {
	await eachPage(
		signal,
		(after) => paymentsAfter(db, span, after),
		({ plan_key: plan, gateway, amount }) => {
			if (gateway !== "sandbox") figures.add("income", { plan, sum: Number(amount) });
		},
	);
	await eachPage(
		signal,
		(after) => refundsAfter(db, span, after),
		({ plan_key: plan, gateway, amount }) => {
			if (gateway !== "sandbox") figures.add("refunds", { plan, sum: Number(amount) });
		},
	);
}

type Row = { id: string; ended_at: number | null; plan_key: string; gateway: string; amount: number };
type After = { at: number; id: string };

const paymentsAfter = (db: Db, { from, to }: Span, after: After | null): Promise<Row[]> =>
	db
		.selectFrom("purchases")
		.select(["id", "ended_at", "plan_key", "gateway", "amount"])
		// Literals, as the partial indexes have them: otherwise each page reads all payments.
		.where(likely(db, sql<boolean>`state in ('paid', 'refunded')`))
		.where("ended_at", "<", to)
		.where(({ eb, refTuple, tuple }) =>
			eb(
				refTuple("ended_at", "id"),
				">",
				tuple<number | null, string>(after?.at ?? from - 1, after?.id ?? ""),
			),
		)
		.where("ended_at", ">=", from)
		.orderBy("ended_at")
		.orderBy("id")
		.limit(ROWS_AT_ONCE)
		.execute();

const refundsAfter = (db: Db, { from, to }: Span, after: After | null): Promise<Row[]> =>
	db
		.selectFrom("refunds")
		.innerJoin("purchases", "purchases.id", "refunds.purchase_id")
		.select(["refunds.id", "refunds.ended_at", "purchases.plan_key", "purchases.gateway", "refunds.amount"])
		.where(sql<boolean>`refunds.state = 'done'`)
		.where("refunds.ended_at", "<", to)
		.where(({ eb, refTuple, tuple }) =>
			eb(
				refTuple("refunds.ended_at", "refunds.id"),
				">",
				tuple<number | null, string>(after?.at ?? from - 1, after?.id ?? ""),
			),
		)
		.where("refunds.ended_at", ">=", from)
		.orderBy("refunds.ended_at")
		.orderBy("refunds.id")
		.limit(ROWS_AT_ONCE)
		.execute();

async function eachPage(
	signal: AbortSignal | undefined,
	read: (after: After | null) => Promise<Row[]>,
	take: (row: Row) => void,
): Promise<void> {
	let after: After | null = null;
	while (!signal?.aborted) {
		const rows: Row[] = await read(after);
		for (const row of rows) take(row);
		const end = rows.at(-1);
		if (!end || rows.length < ROWS_AT_ONCE) return;
		after = { at: Number(end.ended_at), id: end.id };
		await turn();
	}
}
