// Finds a Chromium for the browser tests. Plain JavaScript, because `npm test` imports it.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { candidatesOnPath } from "./system-packages.mjs";

/** Preferred: the same engine without a user interface, which takes two thirds of the time. */
export const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export const NO_CHROMIUM =
	"Для тестов в браузере нужен Chromium. Поставьте его из пакетов системы (apt-get install chromium), или выполните npx playwright install chromium, или укажите путь к программе в CHROME.";

/**
 * The path of a Chromium that starts, or undefined: the one named by CHROME, one on the path, or the one that Playwright
 * has downloaded.
 */
export async function findChromium() {
	// A named one is not replaced by another.
	if (process.env.CHROME) return starts(process.env.CHROME) ? process.env.CHROME : undefined;
	return candidatesOnPath(...NAMES).find(starts) ?? (await playwrightsOwn());
}

async function playwrightsOwn() {
	const { chromium } = await import("playwright");
	const path = chromium.executablePath();
	return starts(path) ? path : undefined;
}

/** Some systems have a file of that name that only prints how to install the browser. */
function starts(path) {
	try {
		accessSync(path, constants.X_OK);
	} catch {
		return false;
	}
	return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}
