// Where a Chromium for the browser tests is. Plain JavaScript: `npm test` asks before anything else runs.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { candidatesOnPath } from "./system-packages.mjs";

/** The shell first: the same engine without windows, which needs two thirds of the time. */
export const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export const NO_CHROMIUM =
	"Для тестов в браузере нужен Chromium. Поставьте его из пакетов системы (apt-get install chromium), или выполните npx playwright install chromium, или укажите путь к программе в CHROME.";

/**
 * The path of a Chromium that starts, or undefined: the one named in CHROME, then one on the path, then
 * the one that Playwright has downloaded.
 */
export async function findChromium() {
	// Who names one wants that one: no other is tried.
	if (process.env.CHROME) return starts(process.env.CHROME) ? process.env.CHROME : undefined;
	return candidatesOnPath(...NAMES).find(starts) ?? (await playwrightsOwn());
}

async function playwrightsOwn() {
	const { chromium } = await import("playwright");
	const path = chromium.executablePath();
	return starts(path) ? path : undefined;
}

/** Some systems have a file of that name which only tells how to install the real one. */
function starts(path) {
	try {
		accessSync(path, constants.X_OK);
	} catch {
		return false;
	}
	return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}
