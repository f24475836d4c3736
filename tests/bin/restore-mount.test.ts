import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";

// A space in a path is written in another way where Linux lists what is mounted.
const folder = mkdtempSync(join(tmpdir(), "sobesednik restore "));
const dataDir = join(folder, "data");
mkdirSync(join(dataDir, "files"), { recursive: true });
const copy = join(folder, "copy");
writeFileSync(copy, "not read where the folder is a mount");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
const env = { PATH, HOME, NODE_COMPILE_CACHE, MODEL_AUTODETECT: "0", DATA_DIR: dataDir };

/** A mount needs a namespace of its own, which not every machine grants. */
const mounted = (...command: string[]) =>
	spawnSync(
		"unshare",
		["-rm", "sh", "-c", `mount -t tmpfs tmpfs "$DATA_DIR/files" && exec "$0" "$@"`, ...command],
		{ env, encoding: "utf8" },
	);
const canMount = mounted("true").status === 0;

describe("restore into a data folder whose files are a mount of their own", () => {
	test.skipIf(!canMount)("is refused before anything is read or moved, and says what to do", () => {
		const refused = mounted(process.execPath, "bin/operator.mjs", "restore", copy);
		expect([refused.status, refused.stderr]).toEqual([
			1,
			expect.stringContaining(`${join(dataDir, "files")} — отдельный том`),
		]);
		expect(readdirSync(dataDir)).toEqual(["files"]);
	});

	test("a folder that is none is no obstacle", async () => {
		const { code, err } = await runCommand("restore", [copy], { DATA_DIR: dataDir });
		expect([code, err]).toEqual([1, expect.stringContaining("Файл повреждён")]);
	});
});
