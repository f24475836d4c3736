import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

/** The statements of the specification that are built, by id; more come with what they speak of. */
const BUILT = [
	...["S-0.1", "S-0.2", "S-0.3", "S-1.1", "S-1.2"],
	...range("S-2.", 1, 34),
	...range("S-4.", 1, 7),
	...range("S-6.", 1, 2),
	...range("S-7.", 1, 17),
	...range("S-8.", 1, 5),
	...range("S-9.", 1, 4),
	...["S-9.5", "S-9.6", "S-9.7"],
	...range("S-9.", 8, 18),
	...range("S-9.", 19, 41),
];

function range(prefix: string, from: number, to: number): string[] {
	return Array.from({ length: to - from + 1 }, (_, i) => `${prefix}${from + i}`);
}

test("every built statement of the specification stands in the name of a test", () => {
	const files = sourceFiles("tests").filter(
		({ path }) => /\.test\.tsx?$/.test(path) && !path.includes("conformance"),
	);
	// Whole files and not only titles: some names are made from a table of ids beside them.
	const text = files.map((file) => file.text).join("\n");
	const missing = BUILT.filter((id) => !new RegExp(`${id.replace(".", "\\.")}(?!\\d)`).test(text));
	expect(missing).toEqual([]);
});
