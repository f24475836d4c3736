import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttleToFrames } from "../../app/routes/chat/live/frame-throttle.ts";

const FRAME_MS = 16;
const PIECE_MS = 50;

let frames = new Map<number, () => void>();
let numbers = 0;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
	frames = new Map();
	vi.stubGlobal("requestAnimationFrame", (callback: () => void) => {
		frames.set(++numbers, callback);
		return numbers;
	});
	vi.stubGlobal("cancelAnimationFrame", (number: number) => frames.delete(number));
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function drawFrame() {
	const due = frames;
	frames = new Map();
	for (const callback of due.values()) callback();
	vi.advanceTimersByTime(FRAME_MS);
}

/** Ten seconds of a stream. @returns how often something was shown, and for how many ms nothing was */
function stream(costMs: number) {
	let shown = 0;
	let last = performance.now();
	let longest = 0;
	const { request, stop } = throttleToFrames(() => {
		longest = Math.max(longest, performance.now() - last);
		vi.advanceTimersByTime(costMs);
		last = performance.now();
		shown++;
	});
	const began = performance.now();
	let pieces = 0;
	while (performance.now() < began + 10_000) {
		if (performance.now() >= began + pieces * PIECE_MS) {
			pieces++;
			request();
		}
		drawFrame();
	}
	stop();
	return { shown, pieces, longest };
}

test("a fast machine shows each piece as it comes", () => {
	const { shown, pieces } = stream(1);
	expect(pieces).toBeGreaterThan(150);
	expect(shown).toBeGreaterThanOrEqual(pieces - 1);
});

test("a slow machine shows more at once, less often, and is free for most of the time", () => {
	const { shown } = stream(25);
	expect(shown).toBeGreaterThan(20);
	expect((shown * 25) / 10_000).toBeLessThan(0.08);
});

test("however slow it is, nothing is held up for long", () => {
	expect(stream(200).longest).toBeLessThan(350 + PIECE_MS + 2 * FRAME_MS);
});

test("what comes while nothing is drawn, as in a tab behind another, is shown once when it is", () => {
	const show = vi.fn();
	const { request } = throttleToFrames(show);
	for (let i = 0; i < 100; i++) {
		request();
		vi.advanceTimersByTime(PIECE_MS);
	}
	expect(show).not.toHaveBeenCalled();
	drawFrame();
	expect(show).toHaveBeenCalledTimes(1);
});

test("nothing is shown after it was stopped", () => {
	const show = vi.fn();
	const waiting = throttleToFrames(show);
	waiting.request();
	waiting.stop();
	const inFrame = throttleToFrames(show);
	inFrame.request();
	vi.advanceTimersByTime(1);
	inFrame.stop();
	drawFrame();
	drawFrame();
	expect(show).not.toHaveBeenCalled();
});
