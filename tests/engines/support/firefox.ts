import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { connectBidi } from "./bidi-connection.ts";
import { type Running, startProgram } from "./processes.ts";
import type { Tab } from "./tab.ts";

/** Nothing moves unless asked for: it only takes time. What a new profile would tell its maker stays off. */
const PREFERENCES = {
	"intl.accept_languages": "ru-RU, ru",
	"ui.prefersReducedMotion": 1,
	"browser.shell.checkDefaultBrowser": false,
	"datareporting.policy.dataSubmissionEnabled": false,
	"app.update.auto": false,
};

type Evaluated = { type: string; result: { value: string }; exceptionDetails?: { text: string } };
type LogEntry = { level: string; text: string };

/**
 * A Firefox without a window and with a profile of its own, driven by WebDriver BiDi without a driver between. One that does not
 * come up leaves nothing running.
 */
export async function openFirefox(path: string): Promise<Tab> {
	const profile = mkdtempSync(join(tmpdir(), "sobesednik-firefox-"));
	const lines = Object.entries(PREFERENCES).map(
		([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
	);
	writeFileSync(join(profile, "user.js"), lines.join(""));
	const browser = startProgram(path, [
		"--headless",
		"--no-remote",
		"--profile",
		profile,
		"--remote-debugging-port=0",
	]);
	const end = async () => {
		await browser.end();
		rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
	};
	return driveFirefox(browser, end).catch(async (error) => {
		await end();
		throw error;
	});
}

async function driveFirefox(browser: Running, end: () => Promise<void>): Promise<Tab> {
	const url = await vi.waitFor(() => {
		const found = /WebDriver BiDi listening on (ws:\S+)/.exec(browser.output())?.[1];
		if (!found) throw new Error(`Firefox did not start:\n${browser.output()}`);
		return `${found}/session`;
	});
	const complaints: string[] = [];
	const bidi = await connectBidi(url, (method, params) => {
		const { level, text } = params as LogEntry;
		if (method === "log.entryAdded" && level === "error") complaints.push(text);
	});
	await bidi.send("session.new", { capabilities: {} });
	await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
	type Contexts = { contexts: { context: string }[] };
	const { contexts } = await bidi.send<Contexts>("browsingContext.getTree", {});
	const context = contexts[0]?.context;
	return {
		async navigate(address) {
			await bidi.send("browsingContext.navigate", { context, url: address, wait: "complete" });
		},
		async evaluate(expression) {
			const target = { context };
			const answer = await bidi.send<Evaluated>("script.evaluate", {
				expression,
				target,
				awaitPromise: true,
			});
			if (answer.type === "exception") throw new Error(answer.exceptionDetails?.text);
			return answer.result.value;
		},
		async perform(actions) {
			await bidi.send("input.performActions", { context, actions });
		},
		async resize(width, height) {
			await bidi.send("browsingContext.setViewport", { context, viewport: { width, height } });
		},
		async screenshot() {
			return (await bidi.send<{ data: string }>("browsingContext.captureScreenshot", { context })).data;
		},
		complaints: async () => complaints,
		async close() {
			await bidi.send("browser.close", {}).catch(() => {});
			await end();
		},
	};
}
