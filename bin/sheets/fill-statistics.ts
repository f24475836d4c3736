import type { DatabaseSync } from "node:sqlite";
import { isoDayIn } from "../../app/platform/dates/day-boundaries.server.ts";
import type { Metric } from "../../app/statistics/figures.server.ts";

const DAY = 86_400_000;
/** The model, and its part of the messages. */
const MODELS = [
	["main", 0.62],
	["fast", 0.29],
	["thoughtful", 0.09],
] as const;
/** Within so many milliseconds, and the part of the answers. */
const FIRST_PIECES = [
	[500, 0.4],
	[1_000, 0.35],
	[2_000, 0.18],
	[5_000, 0.07],
] as const;
const FAILURES = { unreachable: 48, refused: 21, "rate-limited": 17, empty: 9, filtered: 6 };

/** Gives the overview the thirty days of its drawing. */
export function fillStatistics(db: DatabaseSync, timeZone: string): void {
	const now = Date.now();
	const insert = db.prepare(
		"insert or replace into stat_days (day, metric, model, plan, count, sum) values (?, ?, ?, ?, ?, ?)",
	);
	for (let ago = 0; ago < 30; ago++) {
		const day = isoDayIn(now - ago * DAY, timeZone);
		const put = (metric: Metric, count: number, sum = 0, { model = "", plan = "" } = {}) =>
			insert.run(day, metric, model, plan, count, sum);
		const busy = 260 + ((ago * 83) % 250);
		put("counted", 1, now);
		put("asked", 6 + (ago % 4));
		put("registered", 3 + (ago % 5));
		if (ago % 2) put("converted", 1);
		put("active-1", 40 + ((ago * 17) % 45));
		put("active-7", 231);
		put("active-30", 486);
		put("income", 3, 117_000, { plan: "plus-month" });
		if (ago % 10 === 4) put("refunds", 1, 39_000, { plan: "plus-month" });
		for (const [model, part] of MODELS) {
			const messages = Math.round(busy * part);
			put("messages", messages, 0, { model });
			put("tokens-in", messages, messages * 2_550, { model });
			put("tokens-out", messages, messages * 845, { model });
			if (model !== "thoughtful") put("cost", messages, messages * 290, { model });
			for (const [within, share] of FIRST_PIECES)
				put(`first-piece:${within}`, Math.round(messages * share), 0, { model });
		}
		if (ago === 3)
			for (const [code, count] of Object.entries(FAILURES))
				put(`failure:${code}`, count, 0, { model: "main" });
	}
}
