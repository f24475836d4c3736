/** A figure of a day. No row is about anybody, and none is ever taken back: it survives what it was counted from. */
export type StatDaysTable = {
	/** «2026-11-21», in the operator's time zone. */
	day: string;
	/** The metric, see `app/statistics/figures.server.ts`. */
	metric: string;
	/** The id of a model; "": of all. */
	model: string;
	/** The key of a plan; "": of all. */
	plan: string;
	count: number;
	/** In the metric's own unit: tokens, kopecks; 0 where there is none. */
	sum: number;
};

/** Something outside that answers and payments depend on, as it was found last. */
export type WatchedTable = {
	/** `server:<host>`, `model:<id>`, `mail`, `gateway`, or `certificate:<host>` where that ends soon. */
	subject: string;
	/** The name by which the operator knows it. */
	name: string;
	state: "up" | "down";
	/** Since when it is in this state. */
	since: number;
	/** How often in a row it was found not working. */
	failures: number;
	/** When it was first found so; null: it works. */
	failing_since: number | null;
	/** Its answer, without secrets and people's words; null: it works. */
	problem: string | null;
	checked_at: number;
};

export type StatisticsTables = { stat_days: StatDaysTable; watched: WatchedTable };
