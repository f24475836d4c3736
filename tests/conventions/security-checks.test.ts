import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

/** The checks from outside that are built, by number; the rest come with what they are about. */
const BUILT = [...Array.from({ length: 51 }, (_, i) => i + 1), 53, 54, 55, 56, 57, 58, 59, 60];

test("every check of docs/security.md is in the name of a test", () => {
	const files = sourceFiles("tests").filter(
		({ path }) => /\.test\.tsx?$/.test(path) && !path.includes("security-checks"),
	);
	// Only what names a test or a group of tests: a number in a comment attacks nothing.
	const names = files
		.flatMap(({ text }) => [...text.matchAll(/["'`]([^"'`\n]*\bchecks? \d[^"'`\n]*)["'`]/g)])
		.map(([, name]) => name);
	const missing = BUILT.filter(
		(number) => !names.some((name) => new RegExp(`check ${number}\\b`).test(name ?? "")),
	);
	expect(missing).toEqual([]);
});
