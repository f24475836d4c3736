import { expect, it } from "vitest";
import { TurnQueue } from "../../../server/limits/turn-queue.ts";
import { openSocket, request } from "../raw-http.ts";
import { openSite } from "../site.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

it("one task is started in each turn of the loop, in order, and the first one at once", async () => {
	const queue = new TurnQueue();
	const started: number[] = [];
	for (const task of [1, 2, 3]) queue.run(() => void started.push(task));
	expect(started).toEqual([1]);
	await turn();
	expect(started).toEqual([1, 2]);
	await turn();
	expect(started).toEqual([1, 2, 3]);
	await turn();
	queue.run(() => void started.push(4));
	expect(started).toEqual([1, 2, 3, 4]);
});

it("a task that fails holds up no other", async () => {
	const queue = new TurnQueue();
	const started: number[] = [];
	const failing = () => {
		throw new Error("failed");
	};
	expect(() => queue.run(failing)).toThrow("failed");
	queue.run(() => void started.push(1));
	await turn();
	await turn();
	expect(started).toEqual([1]);
});

it("what needs no rendering is answered between two pages that are rendered", async () => {
	const done: string[] = [];
	let first = true;
	const { server, port } = await openSite(
		async () => {
			// Meanwhile all others arrive; then each page holds the loop, too.
			const until = performance.now() + (first ? 300 : 20);
			first = false;
			while (performance.now() < until);
			return new Response("page");
		},
		{ record: ({ path }) => void done.push(path) },
	);
	let connected = 0;
	server.on("connection", () => connected++);
	// Open already: a connection is accepted in a turn of its own.
	const sockets = Array.from({ length: 21 }, () => openSocket(port));
	await expect.poll(() => connected).toBe(21);
	for (const [i, socket] of sockets.entries())
		socket.write(request(i === 20 ? "/assets/missing.js" : `/page-${i}`, {}));
	await expect.poll(() => done.length).toBe(21);
	for (const socket of sockets) socket.destroy();
	expect(done.indexOf("/assets/missing.js")).toBeLessThan(10);
});
