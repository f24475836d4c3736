import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAgeTime } from "../../app/backup/age-time.server.ts";
import { forgetOldBackups } from "../../app/backup/backup-folder.server.ts";

const NIGHT = Date.parse("2026-11-23T03:30:00+03:00");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-copies-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, at: number): void {
	writeFileSync(join(folder, name), "");
	utimesSync(join(folder, name), at / 1_000, at / 1_000);
}

test("a clock that was moved ahead makes no copy old for a day; one that was set right counts", async () => {
	const begun = NIGHT - 10 * DAY;
	const timeAt = (now: number, passed = 10 * DAY) => readAgeTime(folder, now, { begun, passed });
	expect(await timeAt(NIGHT)).toBe(NIGHT);
	expect(await timeAt(NIGHT + HOUR)).toBe(NIGHT + HOUR);
	expect(await timeAt(NIGHT - 60 * DAY)).toBe(NIGHT - 60 * DAY);
	const ahead = NIGHT + 60 * DAY;
	expect(await timeAt(ahead)).toBe(NIGHT);
	const names = ["asked-20261120T003000Z.backup", "before-0030-c.backup", "sobesednik-2026-11-23.backup"];
	for (const [i, days] of [3, 2, 0].entries()) put(names[i] ?? "", NIGHT - days * DAY);
	await forgetOldBackups(folder, 14, ahead, null, await timeAt(ahead));
	expect(readdirSync(folder).toSorted()).toEqual(names);
	expect(await timeAt(ahead + 25 * HOUR, 10 * DAY + 25 * HOUR)).toBe(ahead + 25 * HOUR);
});

test("where a process begins by a clock that is ahead, time goes on from the newest copy for two hours", async () => {
	const begun = NIGHT + 60 * DAY;
	const timeAfter = (passed: number) => readAgeTime(folder, begun + passed, { begun, passed });
	// Nothing says otherwise.
	expect(await timeAfter(HOUR)).toBe(begun + HOUR);
	put("sobesednik-2026-11-23.backup", NIGHT);
	put("before-0031-d.backup", begun + HOUR / 2);
	expect(await timeAfter(HOUR)).toBe(NIGHT + 7 * DAY);
	expect(await timeAfter(3 * HOUR)).toBe(begun + 3 * HOUR);
	// The copy of last night says that the clock is right.
	put("sobesednik-2027-01-21.backup", begun - DAY);
	expect(await timeAfter(HOUR)).toBe(begun + HOUR);
});
