import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const CHECKS = Array.from({ length: 60 }, (_, i) => i + 1);

test("every check of docs/security.md is in the name of a test", () => {
	const files = sourceFiles("tests").filter(
		({ path }) => /\.test\.tsx?$/.test(path) && !path.includes("security-checks"),
	);
	// Only what names a test or a group of tests: a number in a comment attacks nothing.
	const names = files
		.flatMap(({ text }) => [...text.matchAll(/["'`]([^"'`\n]*\bchecks? \d[^"'`\n]*)["'`]/g)])
		.map(([, name]) => name);
	const missing = CHECKS.filter(
		(number) => !names.some((name) => new RegExp(`check ${number}\\b`).test(name ?? "")),
	);
	expect(missing).toEqual([]);
});
