import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

/** What formats a date: on numbers only the benchmarks call `toLocaleString`. */
const FORMATS = /new Intl\.DateTimeFormat\(|\.toLocale(?:Date|Time)?String\(/;

test("dates are formatted in app/platform/dates alone, where a time zone is always given", () => {
	const files = sourceFiles("app", "server", "bin").filter(({ path }) => !path.startsWith("bin/bench/"));
	const formatting = files.filter(({ text }) => FORMATS.test(text)).map(({ path }) => path);
	expect(formatting.length).toBeGreaterThan(0);
	expect(formatting.filter((path) => !path.startsWith("app/platform/dates/"))).toEqual([]);
	const inDates = files.filter(({ path }) => path.startsWith("app/platform/dates/"));
	const made = inDates.flatMap(({ text }) => text.match(/new Intl\.DateTimeFormat\([^)]*\)/gs) ?? []);
	expect(made.filter((call) => !call.includes("timeZone"))).toEqual([]);
});
