import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openFirefox } from "./support/firefox.ts";
import { openWebKit } from "./support/webkit.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-start-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that notes its number, says something, and stays. */
function program(name: string, says: string): string {
	const path = join(folder, name);
	writeFileSync(path, `#!/bin/sh\necho $$ >> ${folder}/started\n${says}\nexec sleep 600\n`);
	chmodSync(path, 0o755);
	return path;
}

const started = () => readFileSync(join(folder, "started"), "utf8").trim().split("\n").map(Number);

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

test("a Firefox that nobody can talk to is ended", async () => {
	const path = program("firefox", "echo 'WebDriver BiDi listening on ws://127.0.0.1:9' >&2");
	await expect(openFirefox(path)).rejects.toThrow("No connection");
	expect(started().map(isRunning)).toEqual([false]);
});

test("a driver of WebKit that does not answer is ended, and its display", async () => {
	const { waitFor } = vi;
	vi.waitFor = (callback, options) => waitFor(callback, { ...Object(options), timeout: 2_000 });
	const paths = {
		display: program("Xvfb", "echo 77"),
		driver: program("WebKitWebDriver", ""),
		browser: program("MiniBrowser", ""),
	};
	await expect(openWebKit(paths)).rejects.toThrow();
	vi.waitFor = waitFor;
	expect(started().map(isRunning)).toEqual([false, false]);
});
