import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startScheduler } from "../../app/platform/scheduler.server.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("a job that throws, at once or later, is run again, and holds up no other", async () => {
	const logged: unknown[] = [];
	const runs = { atOnce: 0, later: 0, items: 0, well: 0 };
	const [first, second] = [new Error("first item"), new Error("second item")];
	const stop = startScheduler(
		[
			{
				name: "at once",
				everyMs: 10,
				run: () => {
					runs.atOnce++;
					throw new Error("at once");
				},
			},
			{
				name: "later",
				everyMs: 10,
				run: async () => {
					runs.later++;
					throw new Error("later");
				},
			},
			{
				name: "items",
				everyMs: 10,
				run: async () => {
					runs.items++;
					throw new AggregateError([first, second]);
				},
			},
			{ name: "well", everyMs: 10, run: async () => void runs.well++ },
		],
		(job, error) => logged.push(`${job}: ${(error as Error).message}`),
	);
	await vi.advanceTimersByTimeAsync(10);
	await vi.advanceTimersByTimeAsync(10);
	await stop();
	await vi.advanceTimersByTimeAsync(100);
	expect(runs).toEqual({ atOnce: 2, later: 2, items: 2, well: 2 });
	expect(logged.sort()).toEqual(
		["at once: at once", "items: first item", "items: second item", "later: later"].flatMap((one) => [
			one,
			one,
		]),
	);
});

test("one run at a time, and the stop waits for it", async () => {
	let runs = 0;
	let [go, stopped] = [() => {}, false];
	const run = () =>
		new Promise<void>((resolve) => {
			runs++;
			go = resolve;
		});
	const stop = startScheduler([{ name: "slow", everyMs: 10, run }], () => {});
	await vi.advanceTimersByTimeAsync(50);
	expect(runs).toBe(1);
	const stopping = stop().then(() => {
		stopped = true;
	});
	await vi.advanceTimersByTimeAsync(50);
	expect(stopped).toBe(false);
	go();
	await stopping;
});

test("one that runs at the start does not wait for its first interval, and the stop waits for it", async () => {
	const runs = { first: 0, later: 0 };
	const stop = startScheduler(
		[
			{ name: "first", everyMs: 60_000, atStart: true, run: async () => void runs.first++ },
			{ name: "later", everyMs: 60_000, run: () => void runs.later++ },
		],
		() => {},
	);
	expect(runs).toEqual({ first: 0, later: 0 });
	await stop();
	expect(runs).toEqual({ first: 1, later: 0 });
});

test("after a failure a job pauses for as long as it says, and not after a run that went well", async () => {
	const runs = { failing: 0, well: 0 };
	const stop = startScheduler(
		[
			{
				name: "failing",
				everyMs: 10,
				pauseAfterFailureMs: 60,
				run: async () => {
					// The second run goes well.
					if (++runs.failing !== 2) throw new Error("no room");
				},
			},
			{ name: "well", everyMs: 10, pauseAfterFailureMs: 60, run: async () => void runs.well++ },
		],
		() => {},
	);
	const runsAfter = async (ms: number) => {
		await vi.advanceTimersByTimeAsync(ms);
		return runs.failing;
	};
	expect(await runsAfter(10)).toBe(1);
	expect(await runsAfter(50)).toBe(1);
	expect(await runsAfter(10)).toBe(2);
	expect(await runsAfter(10)).toBe(3);
	expect(await runsAfter(50)).toBe(3);
	expect(runs.well).toBe(13);
	await stop();
});
