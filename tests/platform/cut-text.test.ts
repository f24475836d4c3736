import { expect, test } from "vitest";
import { cutText } from "../../app/platform/cut-text.server.ts";

test.each([
	["а🏦б", 0, ""],
	["а🏦б", 1, "а"],
	["а🏦б", 2, "а"],
	["а🏦б", 3, "а🏦"],
	["а🏦б", 9, "а🏦б"],
	["🏦", 1, ""],
	["\ud83da\udfe6б", 9, "\ufffda\ufffdб"],
])("%j is cut to %i units", (text, length, cut) => {
	expect(cutText(text, length)).toBe(cut);
});
