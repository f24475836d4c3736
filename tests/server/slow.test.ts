import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CONNECTION_TIMES } from "../../server/limits/http-limits.ts";
import { stall } from "../support/stall.ts";
import { openSocket, readAnswer, request, sendRaw } from "./raw-http.ts";
import { openSite } from "./site.ts";

// Each of them begins when a connection is accepted or a request read. Where the process stands still for so long before
// it reads on, the shorter one has passed first: so a test has only that which it is about.
const shortHeaders = { headersMs: 100, checkMs: 20 };
const shortRequest = { requestMs: 200 };

describe("check 51: slow clients", () => {
	it("the timeouts are the documented ones", () => {
		expect(CONNECTION_TIMES).toMatchObject({ headersMs: 10_000, requestMs: 30_000, uploadMs: 43_200_000 });
		// Node looks for late connections that often, so it adds to the times above.
		expect(CONNECTION_TIMES.checkMs).toBeLessThanOrEqual(1_000);
	});

	it("closes a connection whose headers do not end", async () => {
		const { port } = await openSite(undefined, { times: shortHeaders });
		const socket = openSocket(port);
		const answer = readAnswer(socket);
		const drip = setInterval(() => socket.write("X-A: b\r\n"), 20);
		socket.write("GET / HTTP/1.1\r\nHost: localhost:1\r\n");
		expect((await answer).status).toBe(408);
		clearInterval(drip);
	});

	it("closes a connection whose body does not end", async () => {
		const { port } = await openSite(async (asked) => new Response(await asked.text()), {
			times: shortRequest,
		});
		const socket = openSocket(port);
		const answer = readAnswer(socket);
		socket.write(request("/", { "Content-Length": "1000" }, "POST"));
		const drip = setInterval(() => socket.write("a"), 20);
		expect((await answer).status).toBe(408);
		clearInterval(drip);
	});

	it("takes a body that came while this process stood still", async () => {
		const heard = Promise.withResolvers<void>();
		const read = async (asked: Request) => {
			heard.resolve();
			return new Response(await asked.text());
		};
		const requestMs = 3_000;
		const { port } = await openSite(read, { times: { requestMs } });
		const socket = openSocket(port);
		const answer = readAnswer(socket);
		socket.write(`${request("/", { "Content-Length": "3" }, "POST")}a`);
		await heard.promise;
		socket.write("bc");
		stall(requestMs + 100);
		expect(await answer).toMatchObject({ status: 200, body: "abc" });
	});

	it("what the application answers after that is no error, and the rest of the body makes no half of it whole", async () => {
		const seen: string[] = [];
		const read = async (asked: Request) => {
			seen.push(await asked.text().catch((error: Error) => error.message));
			return new Response("late");
		};
		const { port, records, errors } = await openSite(read, { times: shortRequest });
		const socket = openSocket(port);
		const answer = readAnswer(socket);
		socket.write(`${request("/", { "Content-Length": "3" }, "POST")}a`);
		await once(socket, "data");
		socket.write("bc");
		expect((await answer).status).toBe(408);
		await expect.poll(() => [seen, records.length]).toEqual([["The request was aborted."], 1]);
		expect(errors).toEqual([]);
	});

	it("nor is it one where the application has not looked at the body, or fails at it", async () => {
		const late = Promise.withResolvers<void>();
		let ended = 0;
		const unread = async () => {
			await late.promise;
			ended++;
			return new Response("late");
		};
		const failing = (asked: Request) => asked.text().finally(() => ended++);
		const handler = async (asked: Request) =>
			asked.url.endsWith("/unread") ? unread() : new Response(await failing(asked));
		const { port, records, errors } = await openSite(handler, { times: shortRequest });
		for (const path of ["/unread", "/failing"])
			expect((await sendRaw(port, `${request(path, { "Content-Length": "9" }, "POST")}a`)).status).toBe(408);
		late.resolve();
		await expect.poll(() => [ended, records.length]).toEqual([2, 2]);
		expect(errors).toEqual([]);
	});

	it("a request to a slow route, as an import, may take long as long as it makes progress", async () => {
		const routeLimits = new Map([["/chat/import", { slow: true as const }]]);
		const { port } = await openSite(async (asked) => new Response(await asked.text()), {
			times: shortRequest,
			routeLimits,
		});
		const socket = openSocket(port);
		const answer = readAnswer(socket);
		socket.write(request("/chat/import", { "Content-Length": "20", Connection: "close" }, "POST"));
		for (let i = 0; i < 20; i++) {
			await wait(20);
			socket.write("a");
		}
		expect(await answer).toMatchObject({ status: 200, body: expect.stringContaining("a".repeat(20)) });
	});

	it("an upload that never ends is closed, too, however much progress it makes", async () => {
		const routeLimits = new Map([["/chat/import", { slow: true as const }]]);
		const { port } = await openSite(async (asked) => new Response(await asked.text()), {
			times: { ...shortRequest, uploadMs: 400 },
			routeLimits,
		});
		const socket = openSocket(port);
		const answer = readAnswer(socket);
		socket.write(request("/chat/import", { "Content-Length": "10000" }, "POST"));
		const drip = setInterval(() => socket.write("a"), 20);
		expect((await answer).status).toBe(408);
		clearInterval(drip);
	});

	it("an event stream outlives the timeout of a request", async () => {
		const { port } = await openSite(
			async () =>
				new Response(
					new ReadableStream({
						async start(stream) {
							await wait(500);
							stream.enqueue(new TextEncoder().encode("late"));
							stream.close();
						},
					}),
				),
			{ times: shortRequest },
		);
		const answer = await sendRaw(port, request("/"));
		expect(answer.body).toContain("late");
	});

	it("closes a silent connection", async () => {
		const { port } = await openSite(undefined, { times: shortHeaders });
		const socket = openSocket(port);
		await new Promise((resolve) => socket.once("close", resolve).resume());
	});

	it("closes a connection whose client does not read", async () => {
		let cancelled = false;
		const endless = () =>
			new ReadableStream<Uint8Array>({
				pull: (stream) => stream.enqueue(new Uint8Array(65_536)),
				cancel: () => {
					cancelled = true;
				},
			});
		const { server, port } = await openSite(async () => new Response(endless()), {
			times: { silenceMs: 100 },
		});
		let closed = 0;
		server.on("connection", (connection) => connection.once("close", () => closed++));
		// Where the process stands still for so long before the request is read, its connection is closed as well.
		for (let opened = 1; !cancelled; opened++) {
			const socket = openSocket(port);
			socket.pause();
			socket.write(request("/"));
			await expect.poll(() => closed).toBe(opened);
			socket.destroy();
		}
	});

	it("of responses that nobody reads only so many bytes wait: the first one's reader is disconnected", async () => {
		const MB = 1024 ** 2;
		// A connection takes some megabytes that nobody reads.
		const long = "x".repeat(16 * MB);
		const { port, records } = await openSite(async () => new Response(long), { mostUnreadBytes: 40 * MB });
		const sockets: ReturnType<typeof openSocket>[] = [];
		for (const path of ["/1", "/2", "/3"]) {
			const socket = openSocket(port);
			socket.write(request(path));
			await once(socket, "readable");
			sockets.push(socket);
		}
		const ended = () => records.map(({ path }) => path);
		await expect.poll(ended).toEqual(["/1"]);
		sockets[1]?.resume();
		await expect.poll(ended).toEqual(["/1", "/2"]);
		for (const socket of sockets) socket.destroy();
	});

	it("serves others meanwhile", async () => {
		const { port } = await openSite();
		const idle = Array.from({ length: 300 }, () => openSocket(port));
		for (const socket of idle) socket.write("GET / HTTP/1.1\r\nHost: loc");
		await wait(50);
		expect((await sendRaw(port, request("/"))).status).toBe(200);
		for (const socket of idle) socket.destroy();
	});
});
