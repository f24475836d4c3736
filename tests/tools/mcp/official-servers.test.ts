import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpServerSettings } from "../../../app/tools/mcp/tools-file.server.ts";
import { json, startHttpFake } from "../../support/fakes/http-fake.ts";
import { context } from "../context.ts";
import { allowed, openServer } from "./open-server.ts";

const PACKAGES = resolve("node_modules/@modelcontextprotocol");
const EVERYTHING = join(PACKAGES, "server-everything/dist/index.js");
const FILESYSTEM = join(PACKAGES, "server-filesystem/dist/index.js");

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	const address = server.address();
	await new Promise((done) => server.close(done));
	return typeof address === "object" && address ? address.port : 0;
}

/** The server's own HTTP. */
async function everythingOverHttp(): Promise<McpServerSettings["connection"]> {
	const port = await freePort();
	const child = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
		env: { PORT: String(port) },
		stdio: ["ignore", "ignore", "pipe"],
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	for await (const line of createInterface({ input: child.stderr })) if (/listening/i.test(line)) break;
	child.stderr.resume();
	return { kind: "http", url: `http://127.0.0.1:${port}/mcp`, headers: {} };
}

/** A server that speaks over a pipe only, behind an address: each message is one line in and one line out. */
async function overHttp(command: string[]): Promise<McpServerSettings["connection"]> {
	const [program = "", ...args] = command;
	const child = spawn(program, args, { env: {}, stdio: ["pipe", "pipe", "ignore"] });
	const waiting = new Map<unknown, (message: unknown) => void>();
	createInterface({ input: child.stdout }).on("line", (line) => {
		const message = JSON.parse(line);
		waiting.get(message.id)?.(message);
	});
	const bridge = await startHttpFake((request, response) => {
		if (request.method !== "POST") return void response.writeHead(405).end();
		const { id } = JSON.parse(request.body);
		if (id === undefined) response.writeHead(202).end();
		else waiting.set(id, (message) => json(response, 200, message));
		child.stdin.write(`${request.body}\n`);
	});
	onTestFinished(async () => {
		child.kill("SIGKILL");
		await bridge.stop();
	});
	return { kind: "http", url: bridge.url, headers: {} };
}

describe("server-everything", () => {
	const NAMES = [
		"echo",
		"get-sum",
		"get-env",
		"get-tiny-image",
		"get-structured-content",
		"trigger-long-running-operation",
	];
	const stdio = async (): Promise<McpServerSettings["connection"]> => ({
		kind: "stdio",
		command: [process.execPath, EVERYTHING, "stdio"],
		env: { GIVEN: "yes" },
	});

	test.each([
		["stdio", stdio],
		["HTTP", everythingOverHttp],
	])("over %s", async (transport, connect) => {
		const { server, log } = openServer(
			await connect(),
			NAMES.map((name) => allowed(name)),
		);
		const tools = await server.tools(context().signal);
		expect(tools.map(({ name }) => name)).toEqual(NAMES.map((name) => `test__${name}`));
		expect(tools[0]).toMatchObject({
			server: "test",
			title: "Название echo",
			crossBorder: true,
			parameters: { type: "object", required: ["message"] },
		});
		const run = (name: string, args: Record<string, unknown>, given = context()) =>
			tools.find((tool) => tool.name === `test__${name}`)?.run(args, given);
		expect(await run("echo", { message: "привет" })).toEqual({ ok: true, text: "Echo: привет" });
		expect(await run("get-sum", { a: 2, b: 3 })).toMatchObject({
			ok: true,
			text: expect.stringContaining("5"),
		});
		expect(await run("echo", {})).toMatchObject({ ok: false, code: "failed" });
		const picture = await run("get-tiny-image", {});
		expect(picture?.text).toContain("[image/png: не показано]");
		expect((await run("get-structured-content", { location: "Chicago" }))?.text).toContain("temperature");
		if (transport === "stdio") {
			const env = JSON.parse((await run("get-env", {}))?.text ?? "{}");
			expect(Object.keys(env).sort()).toEqual(["GIVEN", "PATH"]);
		}
		const stop = new AbortController();
		const long = expect(
			run("trigger-long-running-operation", { duration: 60, steps: 2 }, context({ signal: stop.signal })),
		).rejects.toThrow("stopped");
		stop.abort(new Error("stopped"));
		await long;
		// The connection is as it was.
		expect(await run("echo", { message: "ещё" })).toMatchObject({ ok: true });
		expect(log.onFailure).not.toHaveBeenCalled();
	});
});

describe("server-filesystem", () => {
	const NAMES = ["read_text_file", "write_file", "list_directory"];

	test.each([
		["stdio", async (command: string[]) => ({ kind: "stdio" as const, command, env: {} })],
		["HTTP", overHttp],
	])("over %s", async (_, connect) => {
		const folder = realpathSync(mkdtempSync(join(tmpdir(), "sobesednik-files-")));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		writeFileSync(join(folder, "note.txt"), "Купить хлеба");
		const connection = await connect([process.execPath, FILESYSTEM, folder]);
		const { server } = openServer(
			connection,
			NAMES.map((name) => allowed(name)),
		);
		const tools = await server.tools(context().signal);
		expect(tools).toHaveLength(3);
		const run = (name: string, args: Record<string, unknown>) =>
			tools.find((tool) => tool.name === `test__${name}`)?.run(args, context());
		expect(await run("read_text_file", { path: join(folder, "note.txt") })).toMatchObject({
			ok: true,
			text: "Купить хлеба",
		});
		expect(await run("write_file", { path: join(folder, "new.txt"), content: "да" })).toMatchObject({
			ok: true,
		});
		expect((await run("list_directory", { path: folder }))?.text).toContain("new.txt");
		expect(await run("read_text_file", { path: "/etc/passwd" })).toMatchObject({ ok: false, code: "failed" });
	});
});

test("the server of docs/tools.md does what it says", async () => {
	const [, program = ""] = /```js\n([\s\S]+?)```/.exec(readFileSync("docs/tools.md", "utf8")) ?? [];
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-notes-"));
	// It finds its packages as a project of its own does.
	symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	writeFileSync(join(folder, "server.mjs"), program);
	const command = [process.execPath, join(folder, "server.mjs")];
	const connection = { kind: "stdio" as const, command, env: { NOTES_DIR: folder } };
	const { server } = openServer(connection, [allowed("add_note", { effect: "unsafe" })]);
	const [tool] = await server.tools(context().signal);
	expect(await tool?.run({ text: "Купить хлеба" }, context())).toEqual({ ok: true, text: "Записано" });
	expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("Купить хлеба\n");
});
