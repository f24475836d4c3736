import type { Reporter } from "vitest/node";

export default class FailureReporter implements Reporter {
	onTestCaseResult: NonNullable<Reporter["onTestCaseResult"]>;
}
