import { sql } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import { isPostgres } from "../platform/db/dialect.server.ts";
import { transact } from "../platform/db/transact.server.ts";
import { countAnswers, type Price } from "./count-answers.server.ts";
import { countMoney } from "./count-money.server.ts";
import { countPeople } from "./count-people.server.ts";
import { type Figure, Figures } from "./figures.server.ts";
import type { Span } from "./span.server.ts";

/** Rows written by a statement. */
const WRITTEN_AT_ONCE = 200;

export type Counting = {
	timeZone: string;
	/** The price of a model now; null: unknown. */
	priceOf: (model: string) => Price | null;
};

/**
 * Counts a day and keeps the figures. Harmless when repeated: a figure is replaced by a larger one only, so what
 * people have deleted since it was counted stays counted.
 * @param now what the screens say that it was counted at
 * @returns false: the signal has ended it, and nothing was kept
 */
export async function countDay(
	db: Db,
	span: Span,
	{ timeZone, priceOf }: Counting,
	now: number,
	signal?: AbortSignal,
): Promise<boolean> {
	const figures = new Figures();
	await countAnswers(db, span, figures, signal);
	// A day that is over has been counted with its cohort while it lasted; later payments come with later days.
	const isOver = now >= span.to;
	const converted = await countPeople(db, span, { timeZone, cohorts: !isOver }, figures, signal);
	await countMoney(db, span, figures, signal);
	if (signal?.aborted) return false;
	figures.add("counted", { sum: now });
	const rows = [
		...[...figures.all(), ...costs(figures.all(), priceOf)].map((figure) => ({ day: span.day, ...figure })),
		...[...converted].map(([day, count]) => ({
			day,
			metric: "converted",
			model: "",
			plan: "",
			count,
			sum: 0,
		})),
	];
	await transact(db, async (trx) => {
		for (let i = 0; i < rows.length; i += WRITTEN_AT_ONCE)
			await write(trx, rows.slice(i, i + WRITTEN_AT_ONCE));
	});
	return true;
}

/** The cost of the tokens of a day at today's prices, in whole kopecks by model. */
function costs(figures: readonly Figure[], priceOf: Counting["priceOf"]): Figure[] {
	const models = new Set(figures.filter(({ metric }) => metric === "tokens-in").map(({ model }) => model));
	return [...models].flatMap((model) => {
		const price = priceOf(model);
		if (!price) return [];
		const [given, written] = (["tokens-in", "tokens-out"] as const).map((metric) =>
			figures.find((figure) => figure.metric === metric && figure.model === model),
		);
		const millionths =
			BigInt(given?.sum ?? 0) * BigInt(price.in) + BigInt(written?.sum ?? 0) * BigInt(price.out);
		const sum = Number((millionths + 500_000n) / 1_000_000n);
		return { metric: "cost" as const, model, plan: "", count: given?.count ?? 0, sum };
	});
}

type Row = { day: string; metric: string; model: string; plan: string; count: number; sum: number };

async function write(trx: Db, rows: Row[]): Promise<void> {
	const larger = isPostgres(trx) ? sql`greatest` : sql`max`;
	await trx
		.insertInto("stat_days")
		.values(rows)
		.onConflict((conflict) =>
			conflict.columns(["day", "metric", "model", "plan"]).doUpdateSet({
				count: sql<number>`${larger}(stat_days.count, excluded.count)`,
				sum: sql<number>`${larger}(stat_days.sum, excluded.sum)`,
			}),
		)
		.execute();
}
