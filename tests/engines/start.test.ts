import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openFirefox } from "./support/firefox.ts";

test("a browser that nobody can talk to is ended", async () => {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-start-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const path = join(folder, "firefox");
	const says = `echo $$ > ${folder}/pid; echo 'WebDriver BiDi listening on ws://127.0.0.1:9' >&2`;
	writeFileSync(path, `#!/bin/sh\n${says}\nexec sleep 600\n`);
	chmodSync(path, 0o755);
	await expect(openFirefox(path)).rejects.toThrow("No connection");
	const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
	expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
