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
	const tight = sourceFiles("tests").flatMap(({ path, text }) =>
		[...text.matchAll(/(?:poll|waitFor|waitUntil)\([^;]*?timeout: ([\d_]+)/g)]
			.filter((match) => Number(match[1]?.replaceAll("_", "")) < 30_000)
			.map((match) => `${path}: ${match[1]}`),
	);
	expect(tight).toEqual([]);
});
