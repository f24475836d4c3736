// Repeats at the end of `npm test` what failed: whoever sees only the end of a long output, as of CI, needs it there.
import { relative } from "node:path";

const MOST = 20;
const CHARACTERS = 1_000;

/**
 * @param report the report of vitest's reporter `json`, or `{}`
 * @param root the folder that paths are given from
 * @returns for each failed test, and each file that could not be loaded, its path, its name and the beginning of its
 * message, 20 of them at most, and how many more there are
 */
export function failuresIn({ testResults = [] }, root) {
	const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
		const path = relative(root, name);
		const failed = assertionResults.filter((test) => test.status === "failed");
		if (failed.length === 0 && status === "failed") return [describeFailure(path, message)];
		return failed.map((test) =>
			describeFailure(`${path} > ${test.fullName}`, test.failureMessages.join("\n")),
		);
	});
	const more = failures.length - MOST;
	return more > 0 ? [...failures.slice(0, MOST), `… ещё ${more}`] : failures;
}

/** @returns the lines that tell of one failure: a title, and the beginning of the message */
export function describeFailure(title, message) {
	const lines = message.slice(0, CHARACTERS).trimEnd().split("\n");
	return [`✗ ${title}`, ...lines.map((line) => `    ${line}`)].join("\n");
}
