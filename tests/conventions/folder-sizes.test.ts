import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./source-files.ts";

const MOST_FILES = 20;

/** Lists of pieces of one kind, which are found by their names. */
const LISTS = ["app/ui", "app/i18n"];

test("no folder of code has more files than one looks through", () => {
	const counts = new Map<string, number>();
	for (const root of ["app", "server", "bin", "tests"]) {
		for (const entry of readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true })) {
			const folder = relative(ROOT, entry.parentPath);
			if (entry.isFile()) counts.set(folder, (counts.get(folder) ?? 0) + 1);
		}
	}
	const large = [...counts].filter(([folder, files]) => files > MOST_FILES && !inList(folder));
	expect(counts.size).toBeGreaterThan(100);
	expect(large).toEqual([]);
});

function inList(folder: string): boolean {
	return LISTS.some((list) => folder === list || folder.startsWith(`${list}/`));
}
