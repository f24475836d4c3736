import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findChromium, NO_CHROMIUM } from "../../../bin/test/chromium.mjs";

afterEach(() => vi.unstubAllEnvs());

/** A folder with a program that ends with `code` when asked for its version. */
function folderWith(name: string, code: number): string {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-chromium-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	writeFileSync(join(folder, name), `#!/bin/sh\nexit ${code}\n`);
	chmodSync(join(folder, name), 0o755);
	return folder;
}

describe("the Chromium for the tests is found", () => {
	it("by CHROME first, and nowhere else when that is wrong", async () => {
		const good = join(folderWith("my-chrome", 0), "my-chrome");
		vi.stubEnv("CHROME", good);
		expect(await findChromium()).toBe(good);
		vi.stubEnv("CHROME", "/nowhere/chrome");
		expect(await findChromium()).toBeUndefined();
	});

	it("then on the path, where a file that only prints how to install it does not count", async () => {
		const stub = folderWith("chromium", 1);
		const good = folderWith("google-chrome", 0);
		vi.stubEnv("CHROME", "");
		vi.stubEnv("PATH", `${stub}:${good}`);
		expect(await findChromium()).toBe(join(good, "google-chrome"));
	});

	it("then among Playwright's downloads", async () => {
		vi.stubEnv("CHROME", "");
		vi.stubEnv("PATH", "");
		const found = await findChromium();
		expect(found === undefined || found.includes("playwright")).toBe(true);
	});

	it("and the message for none explains how to install one", () => {
		for (const way of ["apt-get install chromium", "playwright install chromium", "CHROME"]) {
			expect(NO_CHROMIUM).toContain(way);
		}
	});
});
