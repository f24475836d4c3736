import { format } from "node:util";
import { afterEach, beforeEach, expect } from "vitest";
import { consoleError, expectedErrors } from "./console.ts";

// An error that nobody announced is a defect even when every expectation holds.
beforeEach(() => {
	expectedErrors.length = 0;
	consoleError.mockClear();
	console.error = consoleError;
});

afterEach(() => {
	const said = consoleError.mock.calls.map((words) => format(...words));
	for (const pattern of expectedErrors) {
		const at = said.findIndex((text) => pattern.test(text));
		expect(at, `console.error announced by the test and not heard: ${pattern}`).not.toBe(-1);
		said.splice(at, 1);
	}
	expect(said, "console.error that the test has not announced").toEqual([]);
});
