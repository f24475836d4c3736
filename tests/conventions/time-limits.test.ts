import { expect, test } from "vitest";
import plain from "../../vitest.config.ts";
import browser from "../../vitest.e2e.config.ts";
import { sourceFiles } from "./source-files.ts";

const MILLISECONDS = /^\s*\}, ([\d_]+)\);$|, \{ timeout: ([\d_]+) \}, (?:async )?\(/gm;

test("no test has less time than all have, which is meant for a busy machine", () => {
	const tight = sourceFiles("tests").flatMap(({ path, text }) => {
		const { testTimeout = 0 } = (path.startsWith("tests/e2e/") ? browser : plain).test ?? {};
		return [...text.matchAll(MILLISECONDS)]
			.map((match) => Number((match[1] ?? match[2] ?? "").replaceAll("_", "")))
			.filter((limit) => limit >= 10_000 && limit < testTimeout)
			.map((limit) => `${path}: ${limit}`);
	});
	expect(tight).toEqual([]);
});

test("nobody waits for something for less time than others do", () => {
	const { timeout = 0 } = plain.test?.expect?.poll ?? {};
	expect(browser.test?.expect?.poll).toEqual({ timeout });
	const tight = sourceFiles("tests").flatMap(({ path, text }) =>
		[
			...text.matchAll(
				/(?:poll|waitFor|waitUntil)\([^;]*?timeout: ([\d_]+)|const \w+ = \{ timeout: ([\d_]+)/g,
			),
		]
			.map((match) => match[1] ?? match[2] ?? "")
			.filter((limit) => Number(limit.replaceAll("_", "")) < timeout)
			.map((limit) => `${path}: ${limit}`),
	);
	expect(tight).toEqual([]);
});

const SLEEP = /(?:\b(?:wait|sleep)\(|setTimeout\(\w+, |waitForTimeout\()([\d_]+)\)/g;

test("no test sleeps for longer than two seconds: it waits for what comes, or tells the time by a clock of its own", () => {
	const others = sourceFiles("tests").filter(({ path }) => !path.endsWith("/time-limits.test.ts"));
	const asleep = others.flatMap(({ path, text }) =>
		[...text.matchAll(SLEEP)]
			.filter(([, ms = ""]) => Number(ms.replaceAll("_", "")) > 2_000)
			.map(([call]) => `${path}: ${call}`),
	);
	expect(asleep).toEqual([]);
	const found = ["await wait(3_000)", "setTimeout(resolve, 2500)", "page.waitForTimeout(9_000)", "wait(50)"];
	expect(found.flatMap((text) => [...text.matchAll(SLEEP)].map(([, ms]) => ms))).toEqual([
		...["3_000", "2500", "9_000", "50"],
	]);
});
