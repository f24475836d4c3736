import { describe, expect, onTestFinished, test, vi } from "vitest";
import { HttpTransport } from "../../../app/tools/mcp/http-transport.server.ts";
import { McpClient } from "../../../app/tools/mcp/mcp-client.server.ts";
import type { McpFault } from "../../support/fakes/fake-mcp.ts";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { context } from "../context.ts";
import { allowed, openServer, PATIENT, stdioServer } from "./open-server.ts";

const { signal } = context();
/** For a server that does not answer at the connection. */
const IMPATIENT = { ...PATIENT, connect: 1_000 };

test.each([
	["a program that is not there", { kind: "stdio" as const, command: ["/no/such/program"], env: {} }],
	["a program that ends at once", { kind: "stdio" as const, command: ["/bin/false"], env: {} }],
	["a program that is no server", { kind: "stdio" as const, command: ["/bin/cat", "/dev/zero"], env: {} }],
	["an address where nobody is", { kind: "http" as const, url: "http://127.0.0.1:1/mcp", headers: {} }],
	["a name that does not exist", { kind: "http" as const, url: "http://nobody.invalid/mcp", headers: {} }],
])("%s: the question goes on without it", async (_, connection) => {
	const { server, log } = openServer(connection, [allowed("echo")], IMPATIENT);
	expect(await server.tools(signal)).toEqual([]);
	expect(log.onFailure).toHaveBeenCalledTimes(1);
});

const FAULTS: McpFault[] = ["hangs", "no-json", "huge", "dies"];
test.each(FAULTS)("a server that %s at the connection has no tools", async (fault) => {
	const pipe = openServer(stdioServer({ era: "legacy", fault }).connection, [allowed("echo")], IMPATIENT);
	expect(await pipe.server.tools(signal)).toEqual([]);
	const fake = await startFakeMcp({ era: "legacy", fault });
	const http = openServer({ kind: "http", url: fake.url, headers: {} }, [allowed("echo")], IMPATIENT);
	expect(await http.server.tools(signal)).toEqual([]);
	await fake.stop();
});

describe("a call of a server", () => {
	test.each<[McpFault, string]>([
		["call-hangs", "timeout"],
		["call-huge", "too-large"],
		["call-dies", "interrupted"],
		["call-error", "failed"],
		["call-odd", "failed"],
		["call-asks", "unsupported"],
	])("that %s is an outcome, by a pipe and by HTTP", async (fault, code) => {
		const tools = [allowed("echo"), allowed("pay", { effect: "unsafe" })];
		const limits = fault === "call-hangs" ? { ...PATIENT, call: 300 } : PATIENT;
		const fake = await startFakeMcp({ era: "modern", fault });
		const open = [
			openServer(stdioServer({ era: "modern", fault }).connection, tools, limits),
			openServer({ kind: "http", url: fake.url, headers: {} }, tools, limits),
		];
		for (const { server } of open) {
			const [echo, pay] = await server.tools(signal);
			const read = await echo?.run({ text: "да" }, context());
			expect(read).toMatchObject({ ok: false, code });
			expect(read?.text).not.toContain("не повторяй");
			if (code === "failed" || code === "unsupported") continue;
			// The pipe has to be connected anew.
			await vi.waitFor(async () => expect(await server.tools(signal)).toHaveLength(2));
			const unsafe = await pay?.run({ text: "да" }, context());
			expect(unsafe).toMatchObject({ ok: false, code, text: expect.stringContaining("не повторяй") });
		}
		await fake.stop();
	});
});

test("a server that switches to another protocol has not answered, and is there again when it does", async () => {
	const fake = await startFakeMcp({ era: "modern", fault: "none" });
	fake.manner("switches");
	const { server } = openServer({ kind: "http", url: fake.url, headers: {} });
	expect(await server.tools(signal)).toEqual([]);
	fake.manner("json");
	await vi.waitFor(async () => expect(await server.tools(signal)).toHaveLength(2));
	const [echo] = await server.tools(signal);
	fake.manner("switches");
	expect(await echo?.run({ text: "да" }, context())).toMatchObject({ ok: false, code: "interrupted" });
	await fake.stop();
});

test("of 500 tools and odd ones only those that the operator allows are offered", async () => {
	const long = "n".repeat(300);
	const many = openServer(stdioServer({ era: "legacy", fault: "many-tools" }).connection);
	expect((await many.server.tools(signal)).map(({ name }) => name)).toEqual(["test__echo"]);
	const odd = openServer(stdioServer({ era: "legacy", fault: "odd-tools" }).connection, [
		allowed(long),
		allowed("echo"),
		allowed("no-schema"),
		allowed("absent"),
	]);
	const tools = await odd.server.tools(signal);
	expect(tools.map(({ name }) => name)).toEqual([`test__${long}`.slice(0, 64), "test__echo"]);
	expect(await tools[0]?.run({ text: "да" }, context())).toMatchObject({ ok: true, text: `${long}: да` });
	expect(odd.log.onUnusable.mock.calls.map(([name]) => name)).toEqual(["no-schema", "absent"]);
	await odd.server.tools(signal);
	expect(odd.log.onUnusable).toHaveBeenCalledTimes(2);
});

test("of a long list the allowed tools are kept, and one without an end is not read on", async () => {
	const events = { onNotification() {}, onClosed() {} };
	const client = async (fault: McpFault) => {
		const fake = await startFakeMcp({ era: "modern", fault });
		onTestFinished(() => fake.stop());
		return {
			fake,
			client: await McpClient.connect(new HttpTransport(fake.url, {}, events), signal),
		};
	};
	const long = await client("many-tools");
	const kept = await long.client.listTools(signal, new Set(["echo"]));
	expect(kept.tools.map(({ name }) => name)).toEqual(["echo"]);
	expect((await long.client.listTools(signal)).tools).toHaveLength(500);
	const endless = await client("endless-tools");
	await expect(endless.client.listTools(signal, new Set(["echo"]))).rejects.toMatchObject({
		kind: "too-large",
	});
	expect(endless.fake.heard("tools/list")).toHaveLength(2);
});

test("a tool whose schema is nested without end is left out, and such a result is not shown", async () => {
	const tools = [allowed("deep"), allowed("echo")];
	for (const fault of ["deep-tools", "call-deep"] as const) {
		const fake = await startFakeMcp({ era: "modern", fault });
		for (const connection of [
			stdioServer({ era: "modern", fault }).connection,
			{ kind: "http" as const, url: fake.url, headers: {} },
		]) {
			const { server } = openServer(connection, tools);
			// The second time it is read from what is kept.
			for (let i = 0; i < 2; i++)
				expect((await server.tools(signal)).map(({ name }) => name)).toEqual(["test__echo"]);
			const [echo] = await server.tools(signal);
			const outcome = await echo?.run({ text: "да" }, context());
			expect(outcome).toMatchObject({
				ok: true,
				text: fault === "call-deep" ? "[вложено слишком глубоко: не показано]" : "echo: да",
			});
		}
		await fake.stop();
	}
});

test("a server that asks and tells without end while it is called is left, and hardly answered", async () => {
	const fault = "call-floods";
	const pipe = openServer(stdioServer({ era: "modern", fault }).connection);
	const [ofPipe] = await pipe.server.tools(signal);
	expect(await ofPipe?.run({ text: "да" }, context())).toMatchObject({ ok: false, code: "too-large" });
	const fake = await startFakeMcp({ era: "modern", fault });
	const http = openServer({ kind: "http", url: fake.url, headers: {} });
	const [ofHttp] = await http.server.tools(signal);
	expect(await ofHttp?.run({ text: "да" }, context())).toMatchObject({ ok: false, code: "too-large" });
	await http.server.close();
	expect(fake.requests.filter(({ body }) => body.includes('"id":"asks-')).length).toBeLessThanOrEqual(20);
	await fake.stop();
});

test("what a server says comes as plain text", async () => {
	const { server } = openServer(stdioServer({ era: "legacy", fault: "call-markup" }).connection);
	const [echo] = await server.tools(signal);
	expect(await echo?.run({ text: "да" }, context())).toEqual({
		ok: true,
		text: "<script>alert(1)</script>[31m[1]",
	});
});

test("a server that dies is started anew after a pause that grows, and its tools are back", async () => {
	const fake = stdioServer({ era: "legacy", fault: "dies" });
	let now = 0;
	const limits = { ...PATIENT, pause: 1_000, longestPause: 30_000 };
	const { log, server } = openServer(fake.connection, [allowed("echo")], limits, () => now);
	const starts = () => fake.heard().filter((line) => "started" in line).length;
	const tried: number[] = [];
	for (; now < 120_000; now += 500) {
		const before = starts();
		expect(await server.tools(signal)).toEqual([]);
		if (starts() > before) tried.push(now / 1_000);
	}
	expect(tried).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
	expect(log.onFailure).toHaveBeenCalledTimes(1);
	fake.change({ era: "legacy", fault: "none" });
	now += 1_000;
	expect(await server.tools(signal)).toHaveLength(1);
	expect(log.onRecovery).toHaveBeenCalledTimes(1);
});

test("a server that goes while it rests is there for the next question but one, at the latest", async () => {
	const fake = stdioServer({ era: "modern", fault: "none" });
	const { server } = openServer(fake.connection);
	expect(await server.tools(signal)).toHaveLength(2);
	const [{ started }] = fake.heard() as [{ started: number }];
	process.kill(started, "SIGKILL");
	await vi.waitFor(() => expect(fake.heard().filter((line) => "started" in line)).toHaveLength(1));
	await vi.waitFor(async () => {
		const [echo] = await server.tools(signal);
		expect(await echo?.run({ text: "да" }, context())).toMatchObject({ ok: true });
		expect(fake.heard().filter((line) => "started" in line).length).toBeGreaterThan(1);
	});
});
