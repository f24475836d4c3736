import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "../../../../app/platform/db/connection.server.ts";
import { BackgroundCheckpoint } from "../../../../app/platform/db/sqlite/background-checkpoint.server.ts";
import { SqliteFile } from "../../../../app/platform/db/sqlite/sqlite-file.server.ts";
import { log } from "../../../../app/platform/log.server.ts";

const MB = 1024 ** 2;
let folder: string;
let path: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-checkpoint-"));
	path = join(folder, "test.db");
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true, force: true });
});

const straight = (work: () => Promise<void>) => work();
const logged = ["journal_mode = wal", "synchronous = normal", "wal_autocheckpoint = 0"];
const raw = (text: string) => ({ sql: text, parameters: [] }) as never;
const table = (file: SqliteFile) => file.execute(raw("create table texts (text text)"));
const write = (file: SqliteFile, bytes: number) =>
	file.execute(raw(`insert into texts values (hex(randomblob(${bytes / 2})))`));

test("the log is written into the file by a thread, and begun anew by the next write", async () => {
	const file = new SqliteFile(path, logged);
	table(file);
	write(file, MB);
	const pages = file.pagesToCheckpoint();
	expect(pages).toBeGreaterThan(250);
	// Not by whoever has committed.
	expect(statSync(path).size).toBeLessThan(MB);

	const exclusively = vi.fn(straight);
	const checkpoint = new BackgroundCheckpoint({ path, exclusively, pages: 200 });
	checkpoint.written(pages);
	await checkpoint.settled();
	expect(exclusively).toHaveBeenCalledTimes(1);
	expect(file.pagesToCheckpoint()).toBe(0);
	expect(statSync(path).size).toBeGreaterThan(MB);
	write(file, 1_000);
	expect(file.pagesToCheckpoint()).toBeLessThan(10);
	await checkpoint.close();
	file.close();
});

test("few pages are left where they are", async () => {
	const exclusively = vi.fn(straight);
	const checkpoint = new BackgroundCheckpoint({ path, exclusively, pages: 200 });
	checkpoint.written(199);
	await checkpoint.settled();
	expect(exclusively).not.toHaveBeenCalled();
	await checkpoint.close();
});

test("a reader keeps what it has not seen in the log, and loses nothing; afterwards the log is moved", async () => {
	const file = new SqliteFile(path, logged);
	table(file);
	const reader = new DatabaseSync(path);
	reader.exec("begin");
	expect(reader.prepare("select count(*) as n from texts").get()).toEqual({ n: 0 });
	write(file, MB);
	const checkpoint = new BackgroundCheckpoint({ path, exclusively: straight, pages: 200 });
	checkpoint.written(file.pagesToCheckpoint());
	await checkpoint.settled();
	expect(file.pagesToCheckpoint()).toBeGreaterThan(200);
	expect(reader.prepare("select count(*) as n from texts").get()).toEqual({ n: 0 });
	reader.exec("commit");
	expect(reader.prepare("select count(*) as n from texts").get()).toEqual({ n: 1 });
	await vi.waitFor(async () => {
		checkpoint.written(file.pagesToCheckpoint());
		await checkpoint.settled();
		expect(file.pagesToCheckpoint()).toBe(0);
	});
	reader.close();
	await checkpoint.close();
	file.close();
});

test("a thread that fails is told of once, and writing goes on", async () => {
	const error = vi.spyOn(log, "error").mockImplementation(() => {});
	const checkpoint = new BackgroundCheckpoint({
		path: join(folder, "none", "test.db"),
		exclusively: straight,
		pages: 1,
	});
	for (let i = 0; i < 3; i++) {
		checkpoint.written(100);
		await checkpoint.settled();
	}
	expect(error).toHaveBeenCalledTimes(1);
	await checkpoint.close();
});

test("under steady writes the product's database moves its log into its file", async () => {
	const db = await openDatabase(`sqlite:${path}`);
	await sql`create table texts (text text)`.execute(db);
	for (let i = 0; i < 60; i++) {
		await db
			.transaction()
			.execute((trx) => sql`insert into texts values (hex(randomblob(${MB / 2})))`.execute(trx));
	}
	// SQLite's own checkpoint within a commit would come at 128 MB.
	await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(30 * MB));
	const { rows } = await sql<{ n: number }>`select count(*) as n from texts`.execute(db);
	expect(rows).toEqual([{ n: 60 }]);
	await db.destroy();
});

/** Writes megabytes until it is killed, and tells of each after its commit. */
const WRITING = `
import { sql } from "kysely";
import { openDatabase } from ${JSON.stringify(new URL("../../../../app/platform/db/connection.server.ts", import.meta.url).href)};
const db = await openDatabase("sqlite:" + process.argv[1]);
await sql\`create table if not exists texts (text text)\`.execute(db);
for (;;) {
	await db.transaction().execute((trx) => sql\`insert into texts values (hex(randomblob(524288)))\`.execute(trx));
	console.log("written");
}`;

test("killed while the log is being moved, it has lost nothing that was committed", async () => {
	let written = 0;
	for (const after of [17, 18, 20, 24]) {
		const writer = spawn(process.execPath, ["--input-type=module", "-e", WRITING, path]);
		let told = "";
		writer.stdout.on("data", (chunk) => {
			told += chunk;
			if (told.split("\n").length > after) writer.kill("SIGKILL");
		});
		await once(writer, "close");
		written += told.split("\n").length - 1;
		const database = new DatabaseSync(path);
		const { n } = database.prepare("select count(*) as n from texts").get() as { n: number };
		// The last one may have been committed and not told.
		expect([written, written + 1]).toContain(n);
		expect(database.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
		written = n;
		database.close();
	}
	expect(statSync(path).size).toBeGreaterThan(60 * MB);
});
