import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
	forgetOldBackups,
	isDailyDue,
	newestBackup,
	newestDailyBackup,
} from "../../app/backup/backup-folder.server.ts";
import { log } from "../../app/platform/log.server.ts";

const NIGHT = Date.parse("2026-11-23T03:30:00+03:00");
const HOUR = 3_600_000;

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-copies-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, at: number): void {
	writeFileSync(join(folder, name), "");
	utimesSync(join(folder, name), at / 1_000, at / 1_000);
}

test("the copy of a day is due once, from three o'clock on, also in a folder that is not there yet", async () => {
	const isDue = (now: number, dir = folder) => isDailyDue(dir, now, "Europe/Moscow");
	expect(await isDue(NIGHT - HOUR)).toBe(false);
	expect(await isDue(NIGHT)).toBe(true);
	expect(await isDue(NIGHT, join(folder, "none"))).toBe(true);
	put("sobesednik-2026-11-23.backup", NIGHT);
	expect(await isDue(NIGHT + 12 * HOUR)).toBe(false);
	expect(await isDue(NIGHT + 24 * HOUR)).toBe(true);
});

test("old copies and what killed processes left are removed, and nothing that is not ours", async () => {
	for (let day = 10; day <= 23; day++)
		put(`sobesednik-2026-11-${day}.backup`, NIGHT - (23 - day) * 24 * HOUR);
	for (const [age, name] of ["0031-d", "0030-c", "0012-b", "0011-a"].entries())
		put(`before-${name}.backup`, NIGHT - age * HOUR);
	put("sobesednik-2026-11-20.backup.1a2b3c4d.part", NIGHT - 72 * HOUR);
	put("sobesednik-2026-11-23.backup.5e6f7a8b.part", NIGHT - HOUR);
	put("мои заметки.txt", 0);
	put("sobesednik.db", 0);
	await forgetOldBackups(folder, 3, NIGHT);
	expect(readdirSync(folder).toSorted()).toEqual(
		[
			"before-0012-b.backup",
			"before-0030-c.backup",
			"before-0031-d.backup",
			"sobesednik-2026-11-21.backup",
			"sobesednik-2026-11-22.backup",
			"sobesednik-2026-11-23.backup",
			"sobesednik-2026-11-23.backup.5e6f7a8b.part",
			"sobesednik.db",
			"мои заметки.txt",
		].toSorted(),
	);
	expect(await newestBackup(folder, NIGHT)).toBe(NIGHT);
});

test("copies that a clock which was ahead has left take nobody's place, and are not the newest", async () => {
	for (const day of ["20", "21", "22", "23"])
		put(`sobesednik-2026-11-${day}.backup`, NIGHT - (23 - Number(day)) * 24 * HOUR);
	const ahead = ["2036-02-01", "2036-02-02", "2036-02-03"].map((day) => `sobesednik-${day}.backup`);
	for (const name of ahead) put(name, Date.parse("2036-02-03T04:00:00+03:00"));
	await forgetOldBackups(folder, 3, NIGHT);
	expect(readdirSync(folder).toSorted()).toEqual([
		...["21", "22", "23"].map((day) => `sobesednik-2026-11-${day}.backup`),
		...ahead,
	]);
	expect(await newestBackup(folder, NIGHT + HOUR)).toBe(NIGHT);
	expect(await newestDailyBackup(folder, NIGHT, "Europe/Moscow")).toBe("sobesednik-2026-11-23.backup");
});

test("what people have deleted is in copies of acts and updates for a month, unless there is no newer copy", async () => {
	const daysAgo = (days: number) => NIGHT - days * 24 * HOUR;
	put("before-0031-d.backup", daysAgo(31));
	put("before-0030-c.backup", daysAgo(29));
	put("asked-20261022T003000Z.backup", daysAgo(32));
	put("sobesednik-2026-10-14.backup", daysAgo(40));
	await forgetOldBackups(folder, 14, NIGHT);
	const kept = ["before-0030-c.backup", "sobesednik-2026-10-14.backup"];
	expect(readdirSync(folder).toSorted()).toEqual(kept);
	await forgetOldBackups(folder, 14, NIGHT + 90 * 24 * HOUR);
	expect(readdirSync(folder).toSorted()).toEqual(kept);
	put("sobesednik-2026-11-23.backup", NIGHT);
	await forgetOldBackups(folder, 14, NIGHT + 90 * 24 * HOUR);
	expect(readdirSync(folder).toSorted()).toEqual([
		"sobesednik-2026-10-14.backup",
		"sobesednik-2026-11-23.backup",
	]);
});

test("from a folder that copies go into no more all go after a month, where there is a newer one elsewhere", async () => {
	const daysAgo = (days: number) => NIGHT - days * 24 * HOUR;
	const names = ["before-0030-c.backup", "sobesednik-2026-10-14.backup", "sobesednik-2026-11-03.backup"];
	for (const [i, days] of [40, 40, 20].entries()) put(names[i] ?? "", daysAgo(days));
	await forgetOldBackups(folder, 14, NIGHT, daysAgo(30));
	expect(readdirSync(folder).toSorted()).toEqual(names.slice(1));
	await forgetOldBackups(folder, 14, NIGHT, daysAgo(1));
	expect(readdirSync(folder)).toEqual(names.slice(2));
	await forgetOldBackups(folder, 14, NIGHT + 20 * 24 * HOUR, daysAgo(1));
	expect(readdirSync(folder)).toEqual([]);
});

test("a copy that cannot be removed keeps no other, and is told to the operator", async () => {
	const error = vi.spyOn(log, "error").mockReturnValue();
	onTestFinished(() => void vi.restoreAllMocks());
	mkdirSync(join(folder, "sobesednik-2026-11-09.backup"));
	for (const day of [10, 22, 23]) put(`sobesednik-2026-11-${day}.backup`, NIGHT);
	await forgetOldBackups(folder, 2, NIGHT);
	expect(readdirSync(folder).toSorted()).toEqual(
		["09", "22", "23"].map((day) => `sobesednik-2026-11-${day}.backup`),
	);
	expect(error).toHaveBeenCalledExactlyOnceWith("Старые копии не удалены", {
		copies: 1,
		error: expect.any(Error),
	});
});
