import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { SERVER, SERVER_SETTINGS } from "../../../bin/server-process.mjs";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const LOCK = {
	packages: {
		"": { version: "1.0.0" },
		"node_modules/a": { version: "1.0.0" },
		"node_modules/only-on-windows": { version: "2.0.0", optional: true },
	},
};

const note = (what: string, before = 'import { appendFileSync } from "node:fs";\n') =>
	`${before}appendFileSync("calls", "${what}\\n");\n`;

/**
 * A project with our commands, in which npm, the build and the server only write down that they were
 * called. `calls()` gives what was called so far.
 */
function fakeProject() {
	const root = mkdtempSync(join(tmpdir(), "sobesednik-start-"));
	onTestFinished(() => rmSync(root, { recursive: true, force: true }));
	const write = (name: string, text: string) => {
		mkdirSync(dirname(join(root, name)), { recursive: true });
		writeFileSync(join(root, name), text);
	};
	const installed = `mkdirSync("node_modules/.bin", { recursive: true });
cpSync("package-lock.json", "node_modules/.package-lock.json");
symlinkSync(process.execPath, "node_modules/.bin/node");\n`;

	for (const name of ["start.mjs", "prepare.mjs", "server-process.mjs", "end-with-npm.mjs"])
		cpSync(join(ROOT, "bin", name), join(root, "bin", name));
	write("package.json", '{ "type": "module" }');
	write("package-lock.json", JSON.stringify(LOCK));
	for (const name of ["react-router.config.ts", "tsconfig.json", "vite.config.ts", "public/a.svg"])
		write(name, "1");
	write("server/build/plugin.ts", "1");
	write("app/root.tsx", "1");
	write(
		"npm.mjs",
		`import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
${note("npm")}rmSync("node_modules", { recursive: true, force: true });\n${installed}`,
	);
	write(
		"bin/build.mjs",
		`import { mkdirSync } from "node:fs";
import { fingerprint, writeBuildStamp } from "./prepare.mjs";
${note("build")}mkdirSync("build", { recursive: true });\nwriteBuildStamp(fingerprint());\n`,
	);
	write(
		"server/main.ts",
		`${note("serve")}process.on("SIGTERM", () => process.exit(3));
const threads: string | undefined = process.env.UV_THREADPOOL_SIZE;
console.log("NODE_ENV=" + process.env.NODE_ENV, "THREADS=" + threads);
console.log("FLAGS=" + process.execArgv);
for (const [name, value] of Object.entries(process.env)) console.log(name + "=" + value);
if (process.env.STAY) setInterval(() => {}, 1000);
else process.exitCode = 7;\n`,
	);
	const env = { PATH: process.env.PATH, npm_execpath: join(root, "npm.mjs"), NODE_ENV: "development" };
	const calls = () => {
		const text = readFileSync(join(root, "calls"), "utf8").trim().split("\n");
		rmSync(join(root, "calls"));
		return text;
	};
	const start = (more = {}) =>
		spawnSync(process.execPath, ["bin/start.mjs"], { cwd: root, env: { ...env, ...more }, encoding: "utf8" });
	const stay = () => spawn(process.execPath, ["bin/start.mjs"], { cwd: root, env: { ...env, STAY: "1" } });
	return { root, env, write, start, stay, calls };
}

describe("npm start", () => {
	it("installs, builds and serves from a clean checkout; the second time it only serves", () => {
		const { start, calls } = fakeProject();
		const first = start();
		expect(calls()).toEqual(["npm", "build", "serve"]);
		expect(first.stdout).toContain("NODE_ENV=production THREADS=8");
		expect(first.status).toBe(7);
		start();
		expect(calls()).toEqual(["serve"]);
	});

	it("sets the memory variables that the operator has not set", () => {
		const { start } = fakeProject();
		const { MALLOC_TRIM_THRESHOLD_, ...others } = SERVER_SETTINGS;
		const { stdout } = start({ MALLOC_TRIM_THRESHOLD_: "4096" });
		expect(stdout).toContain(`FLAGS=${SERVER.slice(0, -1)}`);
		for (const [name, value] of Object.entries(others)) expect(stdout).toContain(`${name}=${value}\n`);
		expect(stdout).toContain("MALLOC_TRIM_THRESHOLD_=4096\n");
	});

	it("keeps compiled code between starts, in the build's folder or where the operator says", () => {
		const { root, start } = fakeProject();
		expect(start().stdout).toContain(`NODE_COMPILE_CACHE=${join(root, "build", "compiled")}\n`);
		expect(start({ NODE_COMPILE_CACHE: join(root, "own") }).stdout).toContain(
			`NODE_COMPILE_CACHE=${join(root, "own")}\n`,
		);
	});

	it.each([
		["a source has changed", "app/root.tsx", ["build", "serve"]],
		["a source is new", "app/routes/new.tsx", ["build", "serve"]],
		["a file that is served as it is has changed", "public/a.svg", ["build", "serve"]],
		["a setting of the build has changed", "vite.config.ts", ["build", "serve"]],
		["the server has changed, which is not built", "server/limits/http-limits.ts", ["serve"]],
	])("when %s", (_, path, expected) => {
		const { start, calls, write } = fakeProject();
		start();
		calls();
		write(path, "2");
		start();
		expect(calls()).toEqual(expected);
	});

	it("installs again when the lock file changes, and builds again", () => {
		const { start, calls, write } = fakeProject();
		start();
		calls();
		write(
			"package-lock.json",
			JSON.stringify(LOCK).replace('a":{"version":"1.0.0"', 'a":{"version":"1.0.1"'),
		);
		start();
		expect(calls()).toEqual(["npm", "build", "serve"]);
	});

	it("installs again after an interrupted installation", () => {
		const { root, start, calls } = fakeProject();
		start();
		calls();
		rmSync(join(root, "node_modules/.package-lock.json"));
		start();
		expect(calls()).toEqual(["npm", "serve"]);
	});

	it("does not serve an old build when the new one fails", () => {
		const { start, calls, write } = fakeProject();
		start();
		calls();
		write("app/root.tsx", "2");
		write("bin/build.mjs", "process.exit(5);");
		expect(start().status).toBe(5);
	});

	it("becomes the server: one process, and nothing else stays in memory", async () => {
		const { stay, write } = fakeProject();
		write("server/main.ts", 'console.log("NODE_ENV " + process.pid);');
		const child = stay();
		expect(await hears(child, "NODE_ENV")).toBe(`NODE_ENV ${child.pid}\n`);
		await once(child, "exit");
	});

	it("ends by a signal as the server ends", async () => {
		const { stay } = fakeProject();
		const child = stay();
		await hears(child, "NODE_ENV");
		child.kill("SIGTERM");
		await once(child, "close");
		expect(child.exitCode).toBe(3);
	});

	it("ends by the signal that ended the server", async () => {
		const { stay, write } = fakeProject();
		write("server/main.ts", 'console.log("NODE_ENV"); process.kill(process.pid, "SIGKILL");');
		const child = stay();
		await once(child, "exit");
		expect(child.signalCode).toBe("SIGKILL");
	});

	it("ends when npm's shell ends, which forwards no signals", async () => {
		const { root, env, calls, write } = fakeProject();
		write(
			"server/main.ts",
			`${note("serve")}process.on("SIGTERM", () => { ${note("end", "")} process.exit(0); });
console.log("NODE_ENV"); setInterval(() => {}, 1000);`,
		);
		const command = ["-c", `"${process.execPath}" bin/start.mjs; true`];
		const shell = spawn("sh", command, { cwd: root, env: { ...env, npm_lifecycle_event: "start" } });
		await hears(shell, "NODE_ENV");
		shell.kill("SIGTERM");
		// Its output ends when the last process that holds it has ended.
		await once(shell, "close");
		expect(calls()).toEqual(["npm", "build", "serve", "end"]);
	});

	it("gives the server no second signal when the shell ends of the same one, as on Ctrl+C", async () => {
		const { root, env, calls, write } = fakeProject();
		write(
			"server/main.ts",
			`${note("serve")}process.on("SIGTERM", () => { ${note("again", "")} });
process.on("SIGINT", () => { ${note("end", "")} setTimeout(() => process.exit(0), 1000); });
console.log("NODE_ENV " + process.pid); setInterval(() => {}, 1000);`,
		);
		const command = ["-c", `"${process.execPath}" bin/start.mjs; true`];
		const shell = spawn("sh", command, { cwd: root, env: { ...env, npm_lifecycle_event: "start" } });
		const [, pid] = (await hears(shell, "NODE_ENV")).split(" ");
		// Does not run while the signal comes and the shell ends, as on a busy machine: then its timers come first.
		process.kill(Number(pid), "SIGSTOP");
		await wait(500);
		process.kill(Number(pid), "SIGINT");
		shell.kill("SIGKILL");
		process.kill(Number(pid), "SIGCONT");
		await once(shell, "close");
		expect(calls()).toEqual(["npm", "build", "serve", "end"]);
	});

	it("uses the machine's Node when install scripts are disabled", () => {
		const { root, start, calls } = fakeProject();
		start();
		calls();
		rmSync(join(root, "node_modules/.bin/node"));
		symlinkSync("nowhere", join(root, "node_modules/.bin/node"));
		expect(start().status).toBe(7);
		expect(calls()).toEqual(["serve"]);
	});
});

/** @returns the first piece of its output that has the words */
function hears(child: ChildProcess, words: string): Promise<string> {
	return new Promise((resolve) => {
		child.stdout?.on("data", (chunk) => {
			if (String(chunk).includes(words)) resolve(String(chunk));
		});
	});
}
