import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Mutex } from "../../../app/platform/concurrency/mutex.server.ts";

describe("the mutex", () => {
	test("is acquired in order of arrival", async () => {
		const mutex = new Mutex();
		const order: number[] = [];
		await mutex.acquire(1000);
		const waiting = [1, 2, 3].map((n) =>
			mutex.acquire(1000).then(() => {
				order.push(n);
				mutex.release();
			}),
		);
		mutex.release();
		await Promise.all(waiting);
		expect(order).toEqual([1, 2, 3]);
		await mutex.acquire(1000);
	});

	test("a holder that waits for itself gets an error, and the others still acquire it", async () => {
		const mutex = new Mutex();
		await mutex.acquire(1000);
		const hopeless = mutex.acquire(20);
		const patient = mutex.acquire(1000);
		await expect(hopeless).rejects.toThrow("inside a transaction");
		mutex.release();
		await patient;
	});

	test("where the process has stood still, those who wait for the holder wait on", async () => {
		let now = 0;
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		vi.spyOn(performance, "now").mockImplementation(() => now);
		onTestFinished(() => {
			vi.restoreAllMocks();
			vi.useRealTimers();
		});
		const mutex = new Mutex();
		await mutex.acquire(1000);
		const waiting = mutex.acquire(1000);
		now = 3_600_000;
		vi.advanceTimersByTime(1000);
		mutex.release();
		await waiting;
	});
});
