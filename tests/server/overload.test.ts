import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { MAX_CONNECTIONS } from "../../server/limits/http-limits.ts";
import { MAX_REQUESTS_AT_ONCE } from "../../server/limits/requests-at-once.ts";
import { MAX_WAITING_REQUESTS, TurnQueue } from "../../server/limits/turn-queue.ts";
import { openSocket, readAnswer, request } from "./raw-http.ts";
import { openSite } from "./site.ts";

const WORDS = "Сейчас слишком много запросов. Попробуйте ещё раз через несколько секунд.";

describe("more than the server can take", () => {
	it("a request on a surplus connection is told to come again; the others, and a probe, are answered", async () => {
		const { port } = await openSite(async () => new Response("ok"), { connections: 1 });
		const first = openSocket(port);
		await once(first, "connect");
		const surplus = openSocket(port);
		await once(surplus, "connect");
		const refused = readAnswer(surplus);
		surplus.write(request("/"));
		const answer = await refused;
		expect(answer).toMatchObject({ status: 503, body: expect.stringContaining(WORDS) });
		expect([answer.headers.get("retry-after"), answer.headers.get("connection")]).toEqual(["5", "close"]);
		const probe = openSocket(port);
		const healthy = readAnswer(probe);
		probe.write(request("/health", { Connection: "close" }));
		expect((await healthy).status).toBe(200);
		const answered = readAnswer(first);
		first.write(request("/", { Connection: "close" }));
		expect((await answered).status).toBe(200);
	});

	it("a connection that has closed makes room", async () => {
		const { server, port } = await openSite(async () => new Response("ok"), { connections: 1 });
		const first = openSocket(port);
		await once(first, "connect");
		first.destroy();
		await expect
			.poll(() => new Promise((resolve) => server.getConnections((_, open) => resolve(open))))
			.toBe(0);
		const next = openSocket(port);
		const answer = readAnswer(next);
		next.write(request("/", { Connection: "close" }));
		expect((await answer).status).toBe(200);
	});

	it.each(["/", "/health"])(
		"of requests for %s that one connection sends all at once a few are handled, and it is closed",
		async (path) => {
			let handled = 0;
			const { promise: hold, resolve: release } = Promise.withResolvers<void>();
			const { port } = await openSite(async () => {
				handled++;
				await hold;
				return new Response("ok");
			});
			const socket = openSocket(port);
			const answered = readAnswer(socket);
			socket.write(request(path, { Connection: "keep-alive" }).repeat(200));
			await expect.poll(() => handled).toBe(MAX_REQUESTS_AT_ONCE);
			release();
			const { status, body } = await answered;
			expect([status, body.includes(WORDS)]).toEqual([200, true]);
			expect(handled).toBe(MAX_REQUESTS_AT_ONCE);
			const next = openSocket(port);
			const answer = readAnswer(next);
			next.write(request("/"));
			expect((await answer).status).toBe(200);
		},
	);

	it("no more requests wait to be rendered than can be in time", async () => {
		const queue = new TurnQueue();
		let done = 0;
		for (let i = 0; i < MAX_WAITING_REQUESTS; i++) queue.run(() => void done++);
		expect(queue.isFull).toBe(true);
		await expect.poll(() => queue.isFull).toBe(false);
		await expect.poll(() => done).toBe(MAX_WAITING_REQUESTS);
	});

	it("the limits are the documented ones", () => {
		expect([MAX_CONNECTIONS, MAX_WAITING_REQUESTS, MAX_REQUESTS_AT_ONCE]).toEqual([10_000, 2_000, 10]);
	});
});
