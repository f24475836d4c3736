import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../app/platform/db/connection.server.ts";
import { migrate } from "../../app/platform/db/migrate.server.ts";
import { runCommand } from "../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-secret-"));
const copy = join(folder, "copy");
const secret = join(folder, "mounted-secret");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
const READ_ONLY = 'mount -o remount,bind,ro "$DATA_DIR/session-secret" && ';

/** Runs a command where a file is mounted over the secret. It needs a namespace, which not every machine grants. */
function mounted(dataDir: string, command: string[], more = "") {
	mkdirSync(dataDir, { recursive: true });
	writeFileSync(join(dataDir, "session-secret"), "");
	const script = `mount --bind "$SECRET" "$DATA_DIR/session-secret" && ${more}exec "$0" "$@"`;
	return spawnSync("unshare", ["-rm", "sh", "-c", script, ...command], {
		env: { PATH, HOME, NODE_COMPILE_CACHE, MODEL_AUTODETECT: "0", DATA_DIR: dataDir, SECRET: secret },
		encoding: "utf8",
	});
}
const restore = [process.execPath, "bin/operator.mjs", "restore", copy];
writeFileSync(secret, "");
const canMount = mounted(join(folder, "tried"), ["true"], READ_ONLY).status === 0;

describe.skipIf(!canMount)("restore into a data folder whose secret is mounted by itself", () => {
	beforeAll(async () => {
		const from = join(folder, "from");
		mkdirSync(from);
		const db = await openDatabase(`sqlite:${join(from, "sobesednik.db")}`);
		await migrate(db);
		await db.destroy();
		writeFileSync(join(from, "session-secret"), "секрет копии");
		expect(await runCommand("backup", [copy], { DATA_DIR: from })).toMatchObject({ code: 0, err: "" });
	});

	test("the mounted file gets what the copy says, and what it said is put aside", () => {
		writeFileSync(secret, "прежний секрет");
		const dataDir = join(folder, "writable");
		expect(mounted(dataDir, restore)).toMatchObject({ status: 0, stderr: "" });
		expect(readFileSync(secret, "utf8")).toBe("секрет копии");
		const aside = readdirSync(dataDir).find((name) => name.startsWith("before-restore-")) ?? "";
		expect(readFileSync(join(dataDir, aside, "session-secret"), "utf8")).toBe("прежний секрет");
	});

	test("one that cannot be written is named where the copy has another, and nothing is restored", () => {
		writeFileSync(secret, "прежний секрет");
		const dataDir = join(folder, "read-only");
		expect(mounted(dataDir, restore, READ_ONLY)).toMatchObject({
			status: 1,
			stderr: expect.stringContaining(`${join(dataDir, "session-secret")} — отдельный том`),
		});
		expect(readFileSync(secret, "utf8")).toBe("прежний секрет");
		const left = readdirSync(dataDir);
		expect(left).toContain("session-secret");
		expect(left.filter((name) => /^(before-restore-|restoring$|sobesednik\.db)/.test(name))).toEqual([]);
	});

	test("one that says the same is left as it is", () => {
		writeFileSync(secret, "секрет копии");
		const dataDir = join(folder, "same");
		expect(mounted(dataDir, restore, READ_ONLY)).toMatchObject({ status: 0, stderr: "" });
		expect(readdirSync(dataDir).filter((name) => name.startsWith("before-restore-"))).toEqual([]);
	});
});
