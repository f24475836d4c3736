import { expect, test } from "vitest";
import type { LogEntry } from "../../../app/chat/answers/log/answer-log.server.ts";
import { THOUGHT_END } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { ReasoningTime } from "../../../app/chat/answers/reasoning-time.server.ts";

const log = (...entries: [at: number, kind: LogEntry["kind"], body: string][]): LogEntry[] =>
	entries.map(([at, kind, body], i) => ({ seq: i + 1, at, kind, body }));

test("reasoning takes from its first piece to the first words of the text", () => {
	const time = new ReasoningTime(null);
	expect([time.at(500), time.isRunning]).toEqual([null, false]);
	expect(time.take(log([1_000, "reasoning", "Так"]))).toBe(true);
	expect([time.at(9_400), time.isRunning]).toEqual([8_400, true]);
	// Empty lines are no text yet, and more of the same is no news.
	expect(time.take(log([10_000, "reasoning", " и так"], [11_000, "text", "\n\n"]))).toBe(false);
	expect(time.take(log([13_000, "text", "Ответ"]))).toBe(true);
	expect([time.at(99_000), time.isRunning]).toEqual([12_000, false]);
	expect(time.take(log([14_000, "text", " дальше"]))).toBe(false);
});

test("all that a model thinks counts, also before it went on, and a clock that was set back takes nothing away", () => {
	const entries = log(
		[1_000, "reasoning", "а"],
		[3_000, "text", "б"],
		[4_000, "reasoning", "в"],
		[4_500, "text", "г"],
	);
	expect(new ReasoningTime(null, entries).at(9_000)).toBe(2_500);
	expect(new ReasoningTime(7_000, entries).at(9_000)).toBe(9_500);
	expect(new ReasoningTime(7_000).at(9_000)).toBe(7_000);
	expect(new ReasoningTime(null, log([5_000, "reasoning", "а"], [1_000, "text", "б"])).at(9_000)).toBe(0);
});

test("text that turns out to be reasoning counts from its beginning", () => {
	const entries = log(
		[1_000, "text", "Думаю"],
		[4_000, "text", `ещё${THOUGHT_END}`],
		[5_000, "text", "Ответ"],
	);
	expect(new ReasoningTime(null, entries.slice(0, 1)).at(9_000)).toBeNull();
	const time = new ReasoningTime(1_000, entries);
	expect([time.at(9_000), time.isRunning]).toEqual([4_000, false]);
});

test("while calls run a model does not reason", () => {
	const entries = log(
		[1_000, "reasoning", "а"],
		[1_500, "reasoning", "б"],
		[9_000, "reasoning", "в"],
		[9_400, "text", "г"],
	);
	const rounds = [{ endedAt: 3_000, reasoningMs: 2_000 }];
	const time = new ReasoningTime(null, entries, rounds);
	expect([time.at(20_000), time.isRunning]).toEqual([2_400, false]);
	// Of a round that an older server has written, the time is that of the log.
	expect(new ReasoningTime(null, entries, [{ endedAt: 2_500, reasoningMs: null }]).at(20_000)).toBe(1_900);
	// An answer that goes on has in its row what was later than its rounds.
	expect(new ReasoningTime(7_000, [], rounds).at(20_000)).toBe(7_000);
	const live = new ReasoningTime(null, entries.slice(0, 2));
	expect(live.endRound({ endedAt: 3_000, reasoningMs: 2_000 })).toBe(true);
	expect([live.at(20_000), live.isRunning]).toEqual([2_000, false]);
	expect(live.endRound({ endedAt: 4_000, reasoningMs: 2_000 })).toBe(false);
});

test("an answer that ends while the model thinks has thought until then", () => {
	expect(new ReasoningTime(null, log([1_000, "reasoning", "а"])).at(6_000)).toBe(5_000);
});
