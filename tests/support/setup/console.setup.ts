import { format } from "node:util";
import { afterEach, beforeEach, expect } from "vitest";
import { consoleError, expectedErrors } from "./console.ts";

// An unexpected error is a defect even when every expectation holds.
beforeEach(() => {
	expectedErrors.length = 0;
	consoleError.mockClear();
	console.error = consoleError;
});

afterEach(() => {
	const logged = consoleError.mock.calls.map((args) => format(...args));
	for (const pattern of expectedErrors) {
		const at = logged.findIndex((text) => pattern.test(text));
		expect(at, `console.error announced by the test and not printed: ${pattern}`).not.toBe(-1);
		logged.splice(at, 1);
	}
	expect(logged, "console.error that the test has not announced").toEqual([]);
});
