import { format } from "node:util";
import { afterEach, beforeEach, expect, vi } from "vitest";

const consoleError = vi.fn<(...args: unknown[]) => void>();

// An unexpected error is a defect even when every expectation holds.
beforeEach(() => {
	consoleError.mockClear();
	console.error = consoleError;
});

afterEach(() => {
	expect(consoleError.mock.calls.map((args) => format(...args))).toEqual([]);
});
