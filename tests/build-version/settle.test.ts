import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SETTLE_MS, settle } from "../../app/build-version/settle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When it settles, ms after the press. */
async function settlesAfter(frameMs: number | undefined): Promise<number> {
	const began = Date.now();
	const settled = settle({
		requestAnimationFrame: (paint) => {
			if (frameMs !== undefined) setTimeout(paint, frameMs);
		},
	}).then(() => Date.now() - began);
	await vi.advanceTimersByTimeAsync(500);
	return settled;
}

test("S-4.5 S-9.3 a navigation waits for one frame, and for 100 ms at most", async () => {
	expect(SETTLE_MS).toBe(100);
	// The frame and the timer behind it.
	expect(await settlesAfter(16)).toBe(17);
	expect(await settlesAfter(400)).toBe(100);
	expect(await settlesAfter(undefined)).toBe(100);
});

test("what waits for a frame has not begun before it", async () => {
	let paint = () => {};
	const begun = vi.fn();
	void settle({
		requestAnimationFrame: (given) => {
			paint = given;
		},
	}).then(begun);
	await vi.advanceTimersByTimeAsync(50);
	expect(begun).not.toHaveBeenCalled();
	paint();
	await vi.advanceTimersByTimeAsync(0);
	expect(begun).toHaveBeenCalledTimes(1);
});
