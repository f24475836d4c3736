import { describe, expect, it, vi } from "vitest";
import type { TestCase } from "vitest/node";
import FailureReporter from "../../bin/test/failure-reporter.mjs";
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

describe("a test that fails in the middle of `npm test`", () => {
	const ended = (result: object) =>
		({
			fullName: "divides by zero",
			module: { relativeModuleId: "tests/a.test.ts" },
			result: () => result,
		}) as TestCase;

	it("is named at once, as a run of an hour may be ended before its reports are written", () => {
		const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
		const reporter = new FailureReporter();
		reporter.onTestCaseResult(ended({ state: "passed" }));
		reporter.onTestCaseResult(ended({ state: "failed", errors: [{ message: "expected 1" }] }));
		const written = write.mock.calls.map(([text]) => text);
		write.mockRestore();
		expect(written).toEqual(["\n✗ tests/a.test.ts > divides by zero\n    expected 1\n"]);
	});
});
