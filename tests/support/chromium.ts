import { type Browser, chromium, type LaunchOptions } from "playwright";
import { findChromium, NO_CHROMIUM } from "../../bin/test/chromium.mjs";

const QUIET = [
	// As root, in CI and in containers, it would not start otherwise.
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	// It would call its maker otherwise, and the tests watch the network.
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** A Chromium for the tests, wherever the machine has one. The caller closes it. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
	const executablePath = await findChromium();
	if (!executablePath) throw new Error(NO_CHROMIUM);
	// Without a locale of UTF-8 it gives files with Russian names another one.
	const env = { LC_ALL: "C.UTF-8", ...process.env };
	return chromium.launch({ executablePath, env, ...options, args: [...QUIET, ...(options.args ?? [])] });
}
