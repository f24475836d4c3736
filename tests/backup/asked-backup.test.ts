import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { askForBackup, isBackupAsked, makeBackupHandler } from "../../app/backup/asked-backup.server.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-asked-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

eachDatabase((openTestDb) => {
	test("two who ask get one copy; the newest three stay", async () => {
		const db = await openTestDb();
		for (const day of ["01", "02", "03"])
			writeFileSync(join(folder, `asked-202611${day}T100000Z.backup`), "");
		const env = { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: urlOf(db) };
		const handler = makeBackupHandler({ folder, keep: 14, passphraseFile: null }, env);
		await askForBackup(db);
		await askForBackup(db);
		expect(await isBackupAsked(db)).toBe(true);
		expect(await runDueJobs(db, [handler])).toMatchObject([{ kind: "make-backup", outcome: "done" }]);
		expect(await isBackupAsked(db)).toBe(false);
		const made = readdirSync(folder).filter((name) => name.endsWith(".backup"));
		expect(made).toHaveLength(3);
		expect(made).not.toContain("asked-20261101T100000Z.backup");
	});

	test("a copy that is there already is not made twice: its server died before it could say so", async () => {
		const db = await openTestDb();
		await askForBackup(db);
		const { created_at } = await db.selectFrom("jobs").select("created_at").executeTakeFirstOrThrow();
		const time = new Date(Number(created_at)).toISOString().replace(/[-:]|\.\d+/g, "");
		writeFileSync(join(folder, `asked-${time}.backup`), "whole");
		// Its process would not find the database, and fail.
		const env = { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: "sqlite:/nowhere/at/all.db" };
		const handler = makeBackupHandler({ folder, keep: 14, passphraseFile: null }, env);
		expect(await runDueJobs(db, [handler])).toMatchObject([{ outcome: "done" }]);
	});
});
