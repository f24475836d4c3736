import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTimeout, timeoutSignal } from "../../../app/platform/concurrency/timeout.server.ts";

/** The clock that nobody sets. */
let now: number;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	now = 0;
	vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
});

/** Timers that become due by then run at its end: the process has stood still before. */
function pass(ms: number, stoodStill = 0): void {
	now += ms + stoodStill;
	vi.advanceTimersByTime(ms);
}

test("what has come is read before the other side is blamed, and ends the timeout even then", async () => {
	const onTimeout = vi.fn();
	const end = startTimeout(500, onTimeout);
	startTimeout(500, onTimeout);
	pass(499);
	await setImmediate();
	expect(onTimeout).not.toHaveBeenCalled();
	pass(1);
	expect(onTimeout).not.toHaveBeenCalled();
	end();
	await setImmediate();
	expect(onTimeout).toHaveBeenCalledTimes(1);
});

test("after a stall the other side has its time once more, and once only", async () => {
	const onTimeout = vi.fn();
	startTimeout(500, onTimeout);
	const signal = timeoutSignal(500);
	pass(500, 60_000);
	await setImmediate();
	pass(499);
	await setImmediate();
	expect(onTimeout).not.toHaveBeenCalled();
	expect(signal.aborted).toBe(false);
	pass(1, 60_000);
	await setImmediate();
	expect(onTimeout).toHaveBeenCalledTimes(1);
	expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});

test("one that was ended in its second time does nothing", async () => {
	const onTimeout = vi.fn();
	const end = startTimeout(500, onTimeout);
	pass(500, 60_000);
	end();
	pass(500);
	await setImmediate();
	expect(onTimeout).not.toHaveBeenCalled();
});
