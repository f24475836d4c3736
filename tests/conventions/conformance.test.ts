import { expect, test } from "vitest";
import { coverageOf } from "../../bin/conformance/coverage.ts";
import { STATEMENTS } from "../../bin/conformance/statements.ts";
import { sourceFiles } from "./source-files.ts";

test("every statement of the specification is in the name of a test", () => {
	const files = sourceFiles("tests").filter(
		({ path }) => /\.test\.tsx?$/.test(path) && !path.includes("conformance"),
	);
	// Whole files and not only titles: some names are made from a table of ids beside them. Whether those tests
	// passed, and really bear them, is looked up after the run: bin/conformance/run.ts.
	const text = files.map((file) => file.text).join("\n");
	const ids = Object.keys(STATEMENTS);
	expect(ids.length).toBe(111);
	expect(ids.filter((id) => !new RegExp(`${id.replace(".", "\\.")}(?!\\d)`).test(text))).toEqual([]);
});

test("a statement is covered by the tests that name it, alone or in a range, and not by skipped ones", () => {
	const said = (fullName: string, status = "passed") => ({ fullName, status });
	const reports = [
		{
			testResults: [
				{ name: "/x/a.test.ts", assertionResults: [said("S-2.3–S-2.5 doors"), said("S-2.33 a")] },
			],
		},
		{
			testResults: [
				{ name: "/x/b.test.ts", assertionResults: [said("S-2.4 b", "failed"), said("S-9.1", "pending")] },
			],
		},
	];
	expect(Object.fromEntries(coverageOf(reports, "/x/"))).toEqual({
		"S-2.3": { files: ["a.test.ts"], passed: 1, failed: 0 },
		"S-2.4": { files: ["a.test.ts", "b.test.ts"], passed: 1, failed: 1 },
		"S-2.5": { files: ["a.test.ts"], passed: 1, failed: 0 },
		"S-2.33": { files: ["a.test.ts"], passed: 1, failed: 0 },
	});
});
