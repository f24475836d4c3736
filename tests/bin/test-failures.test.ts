import { describe, expect, it } from "vitest";
import { failuresIn } from "../../bin/test/failures.mjs";

const passed = { fullName: "adds", status: "passed", failureMessages: [] };
const failed = {
	fullName: "divides by zero",
	status: "failed",
	failureMessages: ["Error: expected 1\n    at x.ts:3"],
};
const file = {
	name: "/project/tests/a.test.ts",
	status: "failed",
	message: "",
	assertionResults: [passed, failed],
};

describe("the failures at the end of `npm test`", () => {
	it("names the file, the test and what was wrong", () => {
		expect(failuresIn({ testResults: [file] }, "/project")).toEqual([
			"✗ tests/a.test.ts > divides by zero\n    Error: expected 1\n        at x.ts:3",
		]);
	});

	it("names a file that could not be loaded", () => {
		const unloaded = { ...file, message: "SyntaxError: odd", assertionResults: [] };
		expect(failuresIn({ testResults: [unloaded] }, "/project")).toEqual([
			"✗ tests/a.test.ts\n    SyntaxError: odd",
		]);
	});

	it("shows no more than twenty, and the beginning of a long message", () => {
		const long = { ...failed, failureMessages: ["x".repeat(5_000)] };
		const lines = failuresIn(
			{ testResults: [{ ...file, assertionResults: Array(23).fill(long) }] },
			"/project",
		);
		expect(lines).toHaveLength(21);
		expect(lines[0]).toHaveLength("✗ tests/a.test.ts > divides by zero\n    ".length + 1_000);
		expect(lines.at(-1)).toBe("… ещё 3");
	});

	it("has nothing to say where all passed, or no report was written", () => {
		expect(
			failuresIn({ testResults: [{ ...file, status: "passed", assertionResults: [passed] }] }, "/"),
		).toEqual([]);
		expect(failuresIn({}, "/")).toEqual([]);
	});
});
