import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statfsSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { dailyName, nameBefore } from "../../app/backup/backup-folder.server.ts";
import { config } from "../../app/platform/config.server.ts";
import { openDatabase } from "../../app/platform/db/connection.server.ts";
import { migrate, migrateTo, readSchemaState } from "../../app/platform/db/migrate.server.ts";
import { migrations } from "../../app/platform/db/migrations/list.ts";
import { log } from "../../app/platform/log.server.ts";
import {
	backUpBeforeMigration,
	makeBackupOfDay,
	makeDailyBackup,
} from "../../app/services/backups.server.ts";
import { somebody } from "../chat/people.ts";
import { giveHistory } from "../privacy/history.ts";

const NIGHT = Date.parse("2026-11-23T04:00:00+03:00");
const HOUR = 3_600_000;

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-copies-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const copies = () => join(folder, "copies");

/** Makes the copy of a day of a database in the folder. */
function makeCopy(signal = AbortSignal.timeout(300_000), more = {}) {
	const daily = { dir: copies(), keep: 2, passphraseFile: null, timeZone: "Europe/Moscow" };
	return makeBackupOfDay(daily, NIGHT, signal, { PATH: process.env.PATH, DATA_DIR: folder, ...more });
}

async function makeDatabase(conversations: number): Promise<void> {
	const db = await openDatabase(`sqlite:${join(folder, "sobesednik.db")}`);
	await migrate(db);
	await giveHistory(db, await somebody(db), { conversations, text: "Ответ ".repeat(40) });
	await db.destroy();
}

test("a copy that is broken off leaves nothing in the folder", async () => {
	await makeDatabase(5_000);
	mkdirSync(copies());
	const stopping = new AbortController();
	const timer = setInterval(() => {
		if (readdirSync(copies()).length > 0) stopping.abort();
	}, 1);
	const standStill = new URL("../backup/stand-still.mjs", import.meta.url).href;
	const inTheMiddle = {
		NODE_OPTIONS: `--import=${standStill}`,
		STAND_STILL_IN: copies(),
		STAND_STILL_AT: ".part",
	};
	expect(await makeCopy(stopping.signal, inTheMiddle)).toBeNull();
	clearInterval(timer);
	expect(stopping.signal.aborted).toBe(true);
	expect(readdirSync(copies())).toEqual([]);
});

test("a copy is not begun where the one before would not fit either", async () => {
	await makeDatabase(1);
	mkdirSync(copies());
	const before = join(copies(), "sobesednik-2026-11-22.backup");
	writeFileSync(before, "");
	// Longer than any disk has room, and without a block of its own.
	truncateSync(before, 8 * 1024 ** 4);
	await expect(makeCopy()).rejects.toThrow(/^На диске мало места/);
	expect(readdirSync(copies())).toEqual(["sobesednik-2026-11-22.backup"]);
	truncateSync(before, 1);
	expect(await makeCopy()).toBe(join(copies(), "sobesednik-2026-11-23.backup"));
});

test("old copies that cannot be removed keep no copy from being made", async () => {
	await makeDatabase(1);
	const error = vi.spyOn(log, "error").mockReturnValue();
	onTestFinished(() => void vi.restoreAllMocks());
	for (const day of [19, 20, 21])
		mkdirSync(join(copies(), `sobesednik-2026-11-${day}.backup`), { recursive: true });
	expect(await makeCopy()).toBe(join(copies(), "sobesednik-2026-11-23.backup"));
	expect(error).toHaveBeenCalledWith("Старые копии не удалены", expect.anything());
});

test("a copy takes not the last room of the disk that the data are on", async () => {
	await makeDatabase(1);
	mkdirSync(copies());
	const before = join(copies(), "sobesednik-2026-11-22.backup");
	writeFileSync(before, "");
	// It would fit, and leave an eighth of what the database is to keep.
	const { bavail, bsize } = statfsSync(copies());
	truncateSync(before, Math.max(1, bavail * bsize - 64 * 1024 ** 2));
	await expect(makeCopy()).rejects.toThrow(/^На диске мало места.* 512 МБ остаются базе\.$/);
	expect(readdirSync(copies())).toEqual(["sobesednik-2026-11-22.backup"]);
});

test("copies beside the data, from before there was another folder for them, go after a month", async () => {
	const beside = join(folder, "backups");
	for (const one of [beside, copies()]) mkdirSync(one);
	const before = join(beside, nameBefore("0030-c"));
	writeFileSync(before, "");
	const then = (Date.now() - 40 * 24 * HOUR) / 1_000;
	utimesSync(before, then, then);
	// That of today is made already.
	writeFileSync(join(copies(), dailyName(Date.now(), config.timeZone)), "");
	const backup = { ...config.backup, dir: copies() };
	await makeDailyBackup(AbortSignal.timeout(300_000), { ...config, dataDir: folder, backup });
	expect(readdirSync(beside)).toEqual([]);
	expect(readdirSync(copies())).toHaveLength(1);
});

test("while the clock is ahead no copy is too old", async () => {
	const beside = join(folder, "backups");
	mkdirSync(beside);
	const names = ["asked-20261122T205100Z.backup", nameBefore("0030-c"), nameBefore("0031-d")];
	for (const name of names) writeFileSync(join(beside, name), "");
	onTestFinished(() => void vi.restoreAllMocks());
	vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60 * 24 * HOUR);
	const backup = { ...config.backup, dir: null };
	await makeDailyBackup(AbortSignal.timeout(300_000), { ...config, dataDir: folder, backup });
	expect(readdirSync(beside).toSorted()).toEqual(names);
});

test("before a migration a copy without tables is none, and is not said to be one", async () => {
	const db = await openDatabase(config.databaseUrl);
	const info = vi.spyOn(log, "info").mockReturnValue();
	const error = vi.spyOn(log, "error").mockReturnValue();
	onTestFinished(() => void vi.restoreAllMocks());
	const state = { ...(await readSchemaState(db)), last: "0001-accounts" };
	await backUpBeforeMigration(db, state);
	expect(error).toHaveBeenCalledExactlyOnceWith(
		"Перед обновлением схемы копия не получилась",
		expect.anything(),
	);
	expect(info).not.toHaveBeenCalled();
	expect(existsSync(join(config.dataDir, "backups", nameBefore(state.next ?? "")))).toBe(false);
	await db.destroy();
});

test("before a migration a copy is made anew, unless a start of the last hour has made it", async () => {
	const db = await openDatabase(config.databaseUrl);
	await migrateTo(db, Object.keys(migrations).toSorted().at(-2) ?? "");
	const state = await readSchemaState(db);
	const copy = join(config.dataDir, "backups", nameBefore(state.next ?? ""));
	const isWritten = async (age: number) => {
		mkdirSync(join(config.dataDir, "backups"), { recursive: true });
		writeFileSync(copy, "of an earlier update");
		const at = (Date.now() - age) / 1_000;
		utimesSync(copy, at, at);
		await backUpBeforeMigration(db, state);
		return statSync(copy).size > 1_000;
	};
	expect(await isWritten(14 * 24 * HOUR)).toBe(true);
	expect(await isWritten(2 * HOUR)).toBe(true);
	expect(await isWritten(HOUR / 4)).toBe(false);
	rmSync(copy);
	await backUpBeforeMigration(db, state);
	expect(existsSync(copy)).toBe(true);
	await db.destroy();
});
