import { dayStartAfter, isoDayIn } from "../platform/dates/day-boundaries.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import type { Metric } from "./figures.server.ts";
import { percentile } from "./first-piece.server.ts";

/** Rows of a period that are read; an installation with fifty models has about so many in a month. */
const MOST_ROWS = 50_000;

/** A metric of one model or plan; without either: of all together. */
type Of = { model?: string; plan?: string };

/** The figures of some days in a row. */
export class Period {
	/** «2026-11-21», the oldest first. */
	readonly days: readonly string[];
	readonly models: readonly string[];
	readonly plans: readonly string[];
	/** When the last day was counted; null: never yet. */
	readonly countedAt: number | null;
	readonly #rows: ReadonlyMap<string, readonly Row[]>;

	constructor(days: readonly string[], rows: readonly Row[]) {
		this.days = days;
		this.#rows = Map.groupBy(rows, ({ metric }) => metric);
		const counted = rows.filter(({ metric }) => metric === "counted").map(({ sum }) => sum);
		this.countedAt = counted.length > 0 ? Math.max(...counted) : null;
		const byUse = (of: "model" | "plan", metric: Metric) => {
			const counts = new Map<string, number>();
			for (const row of this.#rows.get(metric) ?? [])
				counts.set(row[of], (counts.get(row[of]) ?? 0) + row.count);
			return [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name]) => name);
		};
		this.models = byUse("model", "messages");
		this.plans = byUse("plan", "income");
	}

	/** The count and the sum over the days; with `day` of that one. */
	total(metric: Metric, { model, plan, day }: Of & { day?: string } = {}): { count: number; sum: number } {
		const total = { count: 0, sum: 0 };
		for (const row of this.#rows.get(metric) ?? []) {
			if (model !== undefined && row.model !== model) continue;
			if (plan !== undefined && row.plan !== plan) continue;
			if (day !== undefined && row.day !== day) continue;
			total.count += row.count;
			total.sum += row.sum;
		}
		return total;
	}

	/** One value for each day. */
	byDay(metric: Metric, of: Of = {}): { count: number; sum: number }[] {
		return this.days.map((day) => this.total(metric, { ...of, day }));
	}

	/** A metric of which there is one for each code: the codes with their counts, the most frequent first. */
	byCode(prefix: "failure" | "first-piece", of: Of & { day?: string } = {}): [code: string, count: number][] {
		const counts: [string, number][] = [];
		for (const metric of this.#rows.keys()) {
			if (!metric.startsWith(`${prefix}:`)) continue;
			const { count } = this.total(metric as Metric, of);
			if (count > 0) counts.push([metric.slice(prefix.length + 1), count]);
		}
		return counts.toSorted((a, b) => b[1] - a[1]);
	}

	/** Milliseconds until the first piece, at the median and at the 95th of 100; null: no answers. */
	firstPiece(of: Of & { day?: string } = {}): { p50: number; p95: number } | null {
		const counts = new Map(this.byCode("first-piece", of));
		const [p50, p95] = [percentile(counts, 0.5), percentile(counts, 0.95)];
		return p50 === null || p95 === null ? null : { p50, p95 };
	}
}

type Row = { day: string; metric: string; model: string; plan: string; count: number; sum: number };

/** The figures of the last days, today's among them. */
export async function readPeriod(db: Db, days: number, timeZone: string, now = Date.now()): Promise<Period> {
	const names = Array.from({ length: days }, (_, i) =>
		isoDayIn(dayStartAfter(now, i + 1 - days, timeZone), timeZone),
	);
	const rows = await db
		.selectFrom("stat_days")
		.selectAll()
		.where("day", ">=", names[0] ?? "")
		.where("day", "<=", names.at(-1) ?? "")
		.limit(MOST_ROWS)
		.execute();
	return new Period(
		names,
		rows.map((row) => ({ ...row, count: Number(row.count), sum: Number(row.sum) })),
	);
}
