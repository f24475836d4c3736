import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "../../support/instance.ts";
import { type Running, startProgram } from "./processes.ts";
import type { Tab } from "./tab.ts";

type Paths = { driver: string; display: string; browser: string };

/** Evaluated in each page, once: the driver tells nothing of errors. They outlive their page in the tab's own storage. */
const LISTEN = `(() => {
	if (window.isListening || !location.protocol.startsWith("http")) return;
	window.isListening = true;
	const keep = (text) => {
		const kept = JSON.parse(sessionStorage.getItem("complaints") ?? "[]");
		sessionStorage.setItem("complaints", JSON.stringify([...kept, String(text)]));
	};
	addEventListener("error", ({ message }) => keep(message));
	addEventListener("unhandledrejection", ({ reason }) => keep(reason));
	addEventListener("securitypolicyviolation", (event) => keep(event.violatedDirective + " " + event.blockedURI));
	const { error } = console;
	console.error = (...words) => {
		keep(words.join(" "));
		error.apply(console, words);
	};
})();`;

/**
 * MiniBrowser of WebKitGTK on a display in memory, driven by its own driver (https://www.w3.org/TR/webdriver2/). One that does
 * not come up leaves nothing running.
 */
export async function openWebKit(paths: Paths): Promise<Tab> {
	const home = mkdtempSync(join(tmpdir(), "sobesednik-webkit-"));
	// Nothing moves unless asked for: it only takes time.
	mkdirSync(join(home, "gtk-3.0"));
	writeFileSync(join(home, "gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=false\n");
	const started: Running[] = [];
	/** The last one first: the driver ends its browser, which needs the display. */
	const end = async () => {
		for (const program of started.toReversed()) await program.end();
		rmSync(home, { recursive: true, force: true, maxRetries: 5 });
	};
	return driveWebKit(paths, home, started, end).catch(async (error) => {
		await end();
		throw error;
	});
}

async function driveWebKit(
	paths: Paths,
	home: string,
	started: Running[],
	end: () => Promise<void>,
): Promise<Tab> {
	const screen = ["-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
	// It takes a display number that is free and prints it.
	const display = startProgram(paths.display, ["-displayfd", "1", ...screen]);
	started.push(display);
	const number = await vi.waitFor(() => {
		const found = /^(\d+)\n/m.exec(display.output())?.[1];
		if (!found) throw new Error(`Xvfb did not start:\n${display.output()}`);
		return found;
	});
	const port = await freePort();
	const env = { DISPLAY: `:${number}`, XDG_CONFIG_HOME: home };
	const driver = startProgram(paths.driver, [`--port=${port}`], env);
	started.push(driver);
	const base = `http://127.0.0.1:${port}/session`;
	const options = { binary: paths.browser, args: ["--automation"] };
	const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
	const { sessionId } = await vi.waitFor(() => call<{ sessionId: string }>(base, "POST", { capabilities }));
	const command = <Value>(name: string, body?: object) =>
		call<Value>(`${base}/${sessionId}/${name}`, body ? "POST" : "GET", body);
	const evaluate = (expression: string) =>
		command<string>("execute/sync", { script: `${LISTEN} return ${expression}`, args: [] });
	return {
		evaluate,
		async navigate(url) {
			await command("url", { url });
		},
		async perform(actions) {
			await command("actions", { actions });
		},
		async resize(width, height) {
			// The window has a toolbar above the page.
			const inner = Number(await evaluate("String(innerHeight)"));
			const { height: outer } = await command<{ height: number }>("window/rect");
			await command("window/rect", { width, height: height + outer - inner });
		},
		screenshot: () => command("screenshot"),
		complaints: async () => JSON.parse(await evaluate('sessionStorage.getItem("complaints") ?? "[]"')),
		async close() {
			await call(`${base}/${sessionId}`, "DELETE").catch(() => {});
			await end();
		},
	};
}

async function call<Value>(url: string, method: string, body?: object): Promise<Value> {
	const answer = await fetch(url, { method, body: body && JSON.stringify(body) });
	const { value } = (await answer.json()) as { value: Value & { message?: string } };
	if (!answer.ok) throw new Error(`${method} ${url}: ${value.message}`);
	return value;
}
