import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { stopGracefully } from "../../../server/graceful-stop.ts";
import { openSocket, readAnswer, request, sendRaw } from "../raw-http.ts";
import { openSite } from "../site.ts";

it("lets a running request finish before the application stops", async () => {
	const events: string[] = [];
	const { port, server } = await openSite(async () => {
		await wait(150);
		events.push("answered");
		return new Response("ok");
	});
	// A client that would keep its connection for longer than this test may take.
	const answer = sendRaw(port, request("/", { Connection: "keep-alive" }), 600_000);
	await wait(50);
	const inTime = await stopGracefully({ server, stopApplication: async () => void events.push("ended") });
	expect((await answer).status).toBe(200);
	expect(events).toEqual(["answered", "ended"]);
	expect(inTime).toBe(true);
});

it("does not wait for idle connections", async () => {
	const { port, server } = await openSite();
	const socket = openSocket(port);
	socket.write(request("/", { Connection: "keep-alive" }));
	await new Promise((resolve) => socket.once("data", resolve));
	// The client keeps its connection for ever.
	expect(await stopGracefully({ server, stopApplication: async () => {} })).toBe(true);
});

it.each([
	["on which nothing has come, as browsers open them in advance", ""],
	["on which half a request has come", "GET / HTTP/1.1\r\nHost: local"],
])("does not wait for a connection %s", async (_what, sent) => {
	const { port, server } = await openSite();
	const socket = openSocket(port);
	await new Promise((resolve) => socket.once("connect", resolve));
	if (sent !== "") socket.write(sent);
	const ended = new Promise((resolve) => socket.once("close", resolve).resume());
	// The server knows the connection once it answers another.
	await sendRaw(port, request("/"));
	const stopped = stopGracefully({ server, graceMs: 700, limitMs: 60_000, stopApplication: async () => {} });
	expect(await stopped).toBe(true);
	await ended;
});

it("lets a request come that is half sent when the stop begins", async () => {
	const { port, server } = await openSite();
	const socket = openSocket(port);
	const answer = readAnswer(socket, 60_000);
	const whole = request("/");
	socket.write(whole.slice(0, 20));
	await sendRaw(port, request("/"));
	const stopped = stopGracefully({
		server,
		graceMs: 60_000,
		limitMs: 120_000,
		stopApplication: async () => {},
	});
	await wait(700);
	socket.write(whole.slice(20));
	expect((await answer).status).toBe(200);
	expect(await stopped).toBe(true);
});

it("leaves it to the application to end event streams, and accepts no new requests", async () => {
	let end = () => {};
	const stream = new ReadableStream<Uint8Array>({
		start(own) {
			own.enqueue(new TextEncoder().encode("data: 1\n\n"));
			end = () => own.close();
		},
	});
	const { port, server } = await openSite(async () => new Response(stream));
	const socket = openSocket(port);
	const live = readAnswer(socket, 5_000);
	socket.write(request("/"));
	await new Promise((resolve) => socket.once("data", resolve));
	const stopped = stopGracefully({ server, graceMs: 50, stopApplication: async () => end() });
	const late = openSocket(port);
	await new Promise((resolve) => late.once("close", resolve));
	expect(await stopped).toBe(true);
	expect((await live).body).toContain("data: 1");
});

it("serves on while it drains, and asks for no further request in the same connection", async () => {
	let stopping = false;
	const { port, server } = await openSite(undefined, { isStopping: () => stopping });
	const drain = Promise.withResolvers<void>();
	const stopped = stopGracefully({ server, drained: drain.promise, stopApplication: async () => {} });
	stopping = true;
	const answer = await sendRaw(port, request("/", { Connection: "keep-alive" }));
	expect(answer.status).toBe(200);
	expect(answer.headers.get("connection")).toBe("close");
	drain.resolve();
	expect(await stopped).toBe(true);
	const late = openSocket(port);
	await new Promise((resolve) => late.once("close", resolve));
});

it("aborts what does not end within the limit, also an application that hangs", async () => {
	const { port, server } = await openSite(() => new Promise(() => {}));
	const socket = openSocket(port);
	socket.write(request("/"));
	await wait(50);
	const hanging = { server, graceMs: 20, limitMs: 200, stopApplication: () => new Promise<void>(() => {}) };
	expect(await stopGracefully(hanging)).toBe(false);
	await new Promise((resolve) => socket.once("close", resolve).resume());
});
