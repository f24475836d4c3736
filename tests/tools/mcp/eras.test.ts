import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { headerValue, paramHeaders } from "../../../app/tools/mcp/param-headers.server.ts";
import type { McpScript } from "../../support/fakes/fake-mcp.ts";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { context } from "../context.ts";
import { allowed, openServer, PATIENT, stdioServer } from "./open-server.ts";

const { signal } = context();
let fakes: Awaited<ReturnType<typeof startFakeMcp>>[] = [];
afterEach(async () => {
	await Promise.all(fakes.map((fake) => fake.stop()));
	fakes = [];
});

async function overHttp(script: McpScript, tools?: Parameters<typeof openServer>[1]) {
	const fake = await startFakeMcp(script);
	fakes.push(fake);
	const connection = {
		kind: "http" as const,
		url: `${fake.url}/mcp`,
		headers: { authorization: "Bearer secret" },
	};
	return { fake, ...openServer(connection, tools) };
}

const KEYED = [allowed("echo"), allowed("pay", { effect: "keyed" })];

test("the newer era by HTTP: no handshake, each request tells of itself, arguments that are marked are headers", async () => {
	const { fake, server } = await overHttp({ era: "modern", fault: "none" }, KEYED);
	const [echo, pay] = await server.tools(signal);
	expect(await echo?.run({ text: "Привет" }, context())).toEqual({ ok: true, text: "echo: Привет" });
	expect(await pay?.run({ text: "plain" }, context({ key: "answer.2.1" }))).toMatchObject({ ok: true });
	const methods = fake.requests.map(({ body }) => JSON.parse(body).method);
	expect(methods).toEqual(["server/discover", "tools/list", "tools/call", "tools/call"]);
	const [first, second] = fake.heard("tools/call");
	expect(first.params).toEqual({
		name: "echo",
		arguments: { text: "Привет" },
		_meta: {
			"io.modelcontextprotocol/protocolVersion": "2026-07-28",
			"io.modelcontextprotocol/clientInfo": { name: "sobesednik", version: expect.any(String) },
			"io.modelcontextprotocol/clientCapabilities": {},
		},
	});
	expect(first.headers).toMatchObject({
		authorization: "Bearer secret",
		"mcp-protocol-version": "2026-07-28",
		"mcp-method": "tools/call",
		"mcp-name": "echo",
		"mcp-param-text": `=?base64?${Buffer.from("Привет").toString("base64")}?=`,
	});
	expect(first.headers["idempotency-key"]).toBeUndefined();
	expect(second.headers).toMatchObject({ "mcp-param-text": "plain", "idempotency-key": "answer.2.1" });
	expect(second.params._meta["ru.sobesednik/idempotency-key"]).toBe("answer.2.1");
});

test("the older era by HTTP: a handshake, then a session, which is ended", async () => {
	const { fake, server } = await overHttp({ era: "legacy", fault: "none" }, KEYED);
	const [echo] = await server.tools(signal);
	expect(await echo?.run({ text: "да" }, context())).toMatchObject({ ok: true, text: "echo: да" });
	expect(fake.heard("initialize")[0].params).toMatchObject({
		protocolVersion: "2025-11-25",
		capabilities: {},
	});
	expect(fake.heard("notifications/initialized")).toHaveLength(1);
	expect(fake.heard("tools/call")[0].headers).toMatchObject({
		"mcp-session-id": "session-1",
		"mcp-protocol-version": "2025-11-25",
	});
	await server.close();
	expect(fake.requests.at(-1)).toMatchObject({
		method: "DELETE",
		headers: { "mcp-session-id": "session-1" },
	});
});

test.each(["modern", "legacy"] as const)(
	"a result that came while this process stood still is no time-out: %s era",
	async (era) => {
		const fake = await startFakeMcp({ era, fault: "none" });
		fakes.push(fake);
		const connection = { kind: "http" as const, url: `${fake.url}/mcp`, headers: {} };
		const { server } = openServer(connection, undefined, { ...PATIENT, call: 3_000 });
		const [echo] = await server.tools(signal);
		fake.stallAfterCalls(3_100);
		expect(await echo?.run({ text: "да" }, context())).toEqual({ ok: true, text: "echo: да" });
		expect(fake.heard("notifications/cancelled")).toEqual([]);
	},
);

test("a session that the server has forgotten is made anew, and the call is done once", async () => {
	const { fake, server } = await overHttp({ era: "legacy", fault: "none" });
	const [echo] = await server.tools(signal);
	fake.forget();
	expect(await echo?.run({ text: "да" }, context())).toMatchObject({ ok: true, text: "echo: да" });
	expect(fake.sessions()).toBe(2);
});

test.each(["modern", "legacy"] as const)(
	"the %s era by a pipe, with nothing of our environment",
	async (era) => {
		const fake = stdioServer({ era, fault: "none" });
		const { server } = openServer(fake.connection, KEYED);
		const [echo, pay] = await server.tools(signal);
		expect(await echo?.run({ text: "да" }, context())).toEqual({ ok: true, text: "echo: да" });
		await pay?.run({ text: "да" }, context({ key: "answer.2.1" }));
		const heard = fake.heard();
		expect(heard[0]).toMatchObject({ env: ["GIVEN", "PATH"] });
		expect(heard.slice(1).map(({ method }) => method)).toEqual([
			"server/discover",
			...(era === "legacy" ? ["initialize", "notifications/initialized"] : []),
			"tools/list",
			"tools/call",
			"tools/call",
		]);
		expect(heard.at(-1)).toMatchObject({
			params: { _meta: { "ru.sobesednik/idempotency-key": "answer.2.1" } },
		});
		expect(heard.at(-2)).not.toMatchObject({
			params: { _meta: { "ru.sobesednik/idempotency-key": expect.anything() } },
		});
	},
);

test.each(["modern", "legacy"] as const)(
	"an answer of the %s era may be a stream, with other events before it",
	async (era) => {
		const { fake, server } = await overHttp({ era, fault: "none" });
		fake.manner("stream");
		const [echo] = await server.tools(signal);
		expect(await echo?.run({ text: "да" }, context())).toEqual({ ok: true, text: "echo: да" });
		// The server's own request is answered, in a request of its own.
		await vi.waitFor(() => expect(fake.requests.some(({ body }) => body.includes('"id":"asks-'))).toBe(true));
	},
);

test.each([
	["broken-stream", "interrupted"],
	["breaks", "interrupted"],
	["redirect", "refused"],
	["500", "refused"],
] as const)("a call by HTTP that ends in %s is never repeated", async (manner, code) => {
	const { fake, server } = await overHttp({ era: "modern", fault: "none" });
	const [, pay] = await server.tools(signal);
	fake.manner(manner);
	const outcome = await pay?.run({ text: "да" }, context());
	expect(outcome).toMatchObject({ ok: false, code });
	expect(fake.requests.filter(({ body }) => body.includes("tools/call"))).toHaveLength(1);
});

describe("a stop in the middle of a call", () => {
	const stopIn = async (server: ReturnType<typeof openServer>["server"], hasBegun: () => boolean) => {
		const [echo] = await server.tools(signal);
		const stop = new AbortController();
		const call = expect(echo?.run({ text: "да" }, context({ signal: stop.signal }))).rejects.toThrow(
			"stopped",
		);
		await vi.waitFor(() => expect(hasBegun()).toBe(true));
		stop.abort(new Error("stopped"));
		await call;
	};

	test("is told to a process", async () => {
		const fake = stdioServer({ era: "modern", fault: "call-hangs" });
		const { server } = openServer(fake.connection);
		const calls = () => fake.heard().filter(({ method }) => method === "tools/call");
		await stopIn(server, () => calls().length === 1);
		await vi.waitFor(() =>
			expect(fake.heard().at(-1)).toMatchObject({
				method: "notifications/cancelled",
				params: { requestId: calls()[0]?.id },
			}),
		);
	});

	test.each(["modern", "legacy"] as const)("hangs up on a server of the %s era", async (era) => {
		const { fake, server } = await overHttp({ era, fault: "call-hangs" });
		await stopIn(server, () => fake.heard("tools/call").length === 1);
		await vi.waitFor(() => expect(fake.left()).toBe(1));
		// The older one has to be told as well.
		if (era === "legacy")
			await vi.waitFor(() =>
				expect(fake.heard("notifications/cancelled")[0]?.params).toEqual({
					requestId: fake.heard("tools/call")[0]?.id,
				}),
			);
	});
});

test("what a server asks of us is answered, and a changed list is read anew", async () => {
	const script: McpScript = { era: "legacy", fault: "call-requests" };
	const fake = stdioServer(script);
	const { server } = openServer(fake.connection);
	const [before] = await server.tools(signal);
	fake.change({ ...script, description: "Пересылает текст директору" });
	expect(await before?.run({ text: "да" }, context())).toMatchObject({ ok: true });
	await vi.waitFor(() => {
		const replies = fake.heard().filter(({ method, id }) => !method && id);
		expect(replies).toEqual([
			expect.objectContaining({ id: "s1", error: expect.objectContaining({ code: -32601 }) }),
			expect.objectContaining({ id: "s2", result: {} }),
		]);
	});
	await vi.waitFor(async () => {
		const [after] = await server.tools(signal);
		expect(after?.description).toBe("Пересылает текст директору");
		expect(after?.schemaHash).not.toBe(before?.schemaHash);
	});
});

test("one process serves all who wait for it, and ends with the server", async () => {
	const fake = stdioServer({ era: "modern", fault: "none" });
	const { server } = openServer(fake.connection);
	await Promise.all(Array.from({ length: 5 }, () => server.tools(signal)));
	const started = fake.heard().filter((line) => "started" in line);
	expect(started).toHaveLength(1);
	const pid = Number(started[0]?.started);
	await server.close();
	expect(() => process.kill(pid, 0)).toThrow();
	expect(await server.tools(signal)).toEqual([]);
});

test("a server whose program starts others ends with them", async () => {
	const fake = stdioServer({ era: "modern", fault: "none" });
	const inner = fake.connection.command.map((word) => `'${word}'`).join(" ");
	const connection = { ...fake.connection, command: ["/bin/sh", "-c", `${inner}; true`] };
	const { server } = openServer(connection);
	expect(await server.tools(signal)).toHaveLength(2);
	const pid = Number(fake.heard()[0]?.started);
	onTestFinished(() => {
		try {
			process.kill(pid, "SIGKILL");
		} catch {
			// It has ended.
		}
	});
	await server.close();
	await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow());
});

test.each([
	["plain", "plain"],
	["with a space inside", "with a space inside"],
	[" padded ", "=?base64?IHBhZGRlZCA=?="],
	["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
	["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
	["", "=?base64??="],
])("the value %j is a header as %j", (text, header) => expect(headerValue(text)).toBe(header));

test("a schema that breaks the rules of its headers is known", () => {
	const of = (properties: object) => paramHeaders({ type: "object", properties });
	const marked = (name: unknown, type = "string") => ({ type, "x-mcp-header": name });
	expect(
		of({ a: marked("Region"), b: { type: "object", properties: { c: marked("Zone", "integer") } } }),
	).toEqual([
		{ name: "Region", path: ["a"] },
		{ name: "Zone", path: ["b", "c"] },
	]);
	expect(of({ a: marked("Region"), b: marked("region") })).toBeNull();
	expect(of({ a: marked("bad name") })).toBeNull();
	expect(of({ a: marked("") })).toBeNull();
	expect(of({ a: marked("Sum", "number") })).toBeNull();
	expect(of({ a: { type: "array", items: marked("Item") } })).toBeNull();
	expect(of({ a: { anyOf: [marked("Any")] } })).toBeNull();
});
