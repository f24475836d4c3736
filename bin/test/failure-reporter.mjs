import { describeFailure } from "./failures.mjs";

/** Names a failed test when it fails: reports are written at the end, and a run of an hour may be ended before. */
export default class FailureReporter {
	onTestCaseResult(test) {
		const { state, errors = [] } = test.result();
		if (state !== "failed") return;
		const message = errors.map((error) => error.message).join("\n");
		process.stdout.write(
			`\n${describeFailure(`${test.module.relativeModuleId} > ${test.fullName}`, message)}\n`,
		);
	}
}
