import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../../../app/platform/db/connection.server.ts";
import { migrate } from "../../../../app/platform/db/migrate.server.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-sqlite-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("the SQLite file", () => {
	test("nobody else can read it: file, log and shared memory 600, the folder 700", async () => {
		const file = join(folder, "data", "test.db");
		const db = await openDatabase(`sqlite:${file}`);
		await migrate(db);
		expect(["", "-wal", "-shm"].map((suffix) => mode(file + suffix))).toEqual(["600", "600", "600"]);
		expect(mode(join(folder, "data"))).toBe("700");
		await db.destroy();
	});

	test("an existing file that others can read is made private", async () => {
		const file = join(folder, "test.db");
		writeFileSync(file, "", { mode: 0o644 });
		const db = await openDatabase(`sqlite:${file}`);
		expect(mode(file)).toBe("600");
		await db.destroy();
	});

	test("writes ahead, to the disk, with foreign keys", async () => {
		const db = await openDatabase(`sqlite:${join(folder, "test.db")}`);
		const pragma = async (name: string) =>
			Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];
		expect(await pragma("journal_mode")).toBe("wal");
		// Its log comes to the disk off the event loop: disk-sync.server.ts.
		expect(await pragma("synchronous")).toBe(1);
		expect(await pragma("foreign_keys")).toBe(1);
		await db.destroy();
	});

	test("two processes write at the same time and nothing is lost or refused", async () => {
		const url = `sqlite:${join(folder, "test.db")}`;
		const db = await openDatabase(url);
		await migrate(db);
		await db.insertInto("throttles").values({ key: "k", full_at: 0 }).execute();
		const script = `
			import { openDatabase } from "${new URL("../../../../app/platform/db/connection.server.ts", import.meta.url)}";
			const db = await openDatabase(${JSON.stringify(url)});
			for (let i = 0; i < 150; i++) await db.transaction().execute(async (trx) => {
				const { full_at } = await trx.selectFrom("throttles").select("full_at").executeTakeFirstOrThrow();
				await trx.updateTable("throttles").set({ full_at: full_at + 1 }).execute();
			});
			await db.destroy();`;
		const process1 = () =>
			promisify(execFile)(process.execPath, ["--input-type=module-typescript", "-e", script]);
		await Promise.all([process1(), process1()]);
		const { full_at } = await db.selectFrom("throttles").select("full_at").executeTakeFirstOrThrow();
		await db.destroy();
		expect(full_at).toBe(300);
	});

	test("closing checkpoints the log into the file", async () => {
		const file = join(folder, "test.db");
		const db = await openDatabase(`sqlite:${file}`);
		await migrate(db);
		await db.insertInto("throttles").values({ key: "folded-in", full_at: 0 }).execute();
		await db.destroy();
		expect(readFileSync(file).includes("folded-in")).toBe(true);
	});
});
