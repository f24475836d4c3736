import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forEachItem } from "../app/platform/for-each-item.server.ts";
import { startScheduler } from "../app/platform/scheduler.server.ts";

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

test("every item is done, whatever became of the others; what was thrown comes together at the end", async () => {
	const done: number[] = [];
	const work = async (item: number) => {
		if (item % 2 === 1) throw new Error(String(item));
		done.push(item);
	};
	const all = forEachItem([0, 1, 2, 3, 4], work, 2);
	await expect(all).rejects.toMatchObject({ errors: [new Error("1"), new Error("3")] });
	expect(done).toEqual([0, 2, 4]);
	await expect(forEachItem([0, 2], work)).resolves.toBeUndefined();
});

test("where reading the items fails, those read before are done", async () => {
	const done: number[] = [];
	async function* items() {
		yield 1;
		yield 2;
		throw new Error("the database is gone");
	}
	const all = forEachItem(items(), async (item) => void done.push(item), 3);
	await expect(all).rejects.toMatchObject({ errors: [new Error("the database is gone")] });
	expect(done).toEqual([1, 2]);
});
