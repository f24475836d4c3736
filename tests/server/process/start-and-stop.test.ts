import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { SERVER } from "../../../bin/server-process.mjs";
import {
	type Instance,
	type InstanceOptions,
	PRODUCTION,
	runInstance,
	startInstance,
} from "../../support/instance.ts";
import { openSocket, readAnswer, request } from "../raw-http.ts";

/** Loaded before the server: a second signal follows the first one at once, by a clock that stands from there on. */
const TWICE = `
	process.once("SIGINT", () => {
		const now = Date.now();
		Date.now = () => now;
		process.once("SIGINT", () => console.log("a second signal"));
		process.kill(process.pid, "SIGINT");
	});
`;

/** An instance that is gone after the test, also after one that failed. */
async function open(options?: InstanceOptions): Promise<Instance> {
	const site = await startInstance(options);
	onTestFinished(async () => void (await site.stop("SIGKILL")));
	return site;
}

describe("check 59: a start that is refused", () => {
	it.each([
		["no secret", { ...PRODUCTION, SESSION_SECRET: "" }, "SESSION_SECRET"],
		["a short secret", { ...PRODUCTION, SESSION_SECRET: "sample" }, "SESSION_SECRET"],
		["http", { ...PRODUCTION, APP_URL: "http://chat.example.ru" }, "APP_URL"],
		["a wrong number", { PORT: "many" }, "PORT"],
	])("%s: exit 1 and a sentence that names the setting", async (_, env, name) => {
		const { code, logs } = await runInstance({ env });
		expect(code).toBe(1);
		expect(logs).toContain(name);
		expect(logs).toContain("Настройки не позволяют начать работу");
		expect(logs).not.toMatch(/^\s+at /m);
	});

	it("a port in use", async () => {
		const folder = mkdtempSync(join(tmpdir(), "sobesednik-taken-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const other = createServer().listen(0, "127.0.0.1");
		await once(other, "listening");
		const address = other.address();
		const PORT = String(typeof address === "object" ? address?.port : "");
		const { code, logs } = await runInstance({ env: { PORT, DATA_DIR: folder } });
		other.close();
		expect(code).toBe(1);
		expect(logs).toContain(`Порт ${PORT} занят`);
		expect(logs).not.toMatch(/^\s+at /m);
	});

	it("a port on which another instance answers: it is not taken for that one", async () => {
		const site = await open();
		await expect(startInstance({ env: { PORT: String(site.port) } })).rejects.toThrow(
			`Порт ${site.port} занят`,
		);
	});
});

describe("trial mode", () => {
	it("prints its address and what is not configured", async () => {
		const site = await open();
		for (const words of [site.url, "Пробный режим", "MODEL_BASE_URL", "SMTP_URL"]) {
			expect(site.logs()).toContain(words);
		}
		expect(await site.stop()).toBe(0);
		expect(site.logs()).toMatch(/Запрос method=GET path=\/health status=200/);
	});

	it("check 59: makes its files readable by their owner only", async () => {
		const site = await open();
		expect(statSync(site.dataDir).mode & 0o777).toBe(0o700);
		for (const name of ["sobesednik.db", "sobesednik.db-wal", "sobesednik.db-shm"]) {
			const path = join(site.dataDir, name);
			if (existsSync(path)) expect(statSync(path).mode & 0o777, name).toBe(0o600);
		}
		await site.stop();
	});

	it("prints nothing with LOG_LEVEL=silent", async () => {
		const site = await open({ env: { LOG_LEVEL: "warn" } });
		await fetch(`${site.url}/login`);
		await site.stop();
		expect(site.logs()).not.toContain("path=/login");
	});
});

describe("the stop", () => {
	it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s: orderly and in time", async (signal) => {
		const site = await open();
		// Past its limit it would have ended with 1.
		expect(await site.stop(signal)).toBe(0);
	});

	it("with DRAIN_SECONDS it tells proxies at once to send requests elsewhere", async () => {
		const site = await open({ env: { DRAIN_SECONDS: "5" } });
		site.process.kill("SIGTERM");
		const health = async () => {
			const answer = await fetch(`${site.url}/health`);
			return [answer.status, (await answer.json()).status];
		};
		await expect.poll(health).toEqual([503, "stopping"]);
		await site.stop("SIGKILL");
	});

	it("the same signal twice at once, as Ctrl+C under npm sends it, counts once", async () => {
		const twice = ["--import", `data:text/javascript,${encodeURIComponent(TWICE)}`];
		const site = await open({ command: [...twice, ...SERVER] });
		expect(await site.stop("SIGINT")).toBe(0);
		expect(site.logs()).toContain("a second signal");
	});

	it("a later second signal stops the process at once", async () => {
		const site = await open();
		// A request that never comes to its end keeps the first stop waiting.
		const type = "application/x-www-form-urlencoded";
		const form = { "Content-Type": type, "Content-Length": "10", Expect: "100-continue" };
		const socket = openSocket(site.port);
		const answer = readAnswer(socket);
		socket.write(request("/login", { Host: new URL(site.url).host, Origin: site.url, ...form }, "POST"));
		// The server has it.
		await once(socket, "data");
		site.process.kill("SIGTERM");
		await wait(700);
		expect(await site.stop("SIGTERM")).toBe(1);
		await answer;
	});
});

describe("the same build under react-router-serve", () => {
	it("serves on PORT with the same settings, and stops in an orderly way", async () => {
		const site = await open({ command: ["bin/serve-build.ts"], env: { APP_NAME: "Школа" } });
		const page = await fetch(`${site.url}/login`);
		const html = await page.text();
		expect(page.status).toBe(200);
		expect(html.includes("Школа")).toBe(true);
		const script = html.match(/\/assets\/static-page-[\w-]+\.js/)?.[0];
		expect((await fetch(site.url + script)).status).toBe(200);
		expect(await site.stop()).toBe(0);
	});

	it("prints the message of a wrong setting and exits", async () => {
		const { code, logs } = await runInstance({ command: ["bin/serve-build.ts"], env: { PORT: "many" } });
		expect(code).toBe(1);
		expect(logs).toContain("PORT");
		expect(logs).not.toMatch(/^\s+at /m);
	});
});
