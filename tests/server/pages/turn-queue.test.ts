import { expect, it } from "vitest";
import { TurnQueue } from "../../../server/limits/turn-queue.ts";
import { openSocket, request } from "../raw-http.ts";
import { openSite } from "../site.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

it("a task is started in a turn of its own, in order, and others pass between two of them", async () => {
	// The clock stands: the turns are as short as can be, also where the process is held up in one of them.
	const queue = new TurnQueue(() => 0);
	const started: number[] = [];
	for (const task of [1, 2, 3]) queue.run(() => void started.push(task));
	const found: number[] = [];
	for (let i = 0; i < 60; i++) {
		found.push(started.length);
		await turn();
	}
	expect(started).toEqual([1, 2, 3]);
	// Each number of started tasks was seen for some turns.
	for (const count of [1, 2]) expect(found.filter((length) => length === count).length).toBeGreaterThan(5);
	queue.run(() => void started.push(4));
	await turn();
	expect(started).toEqual([1, 2, 3, 4]);
});

it("long turns between two tasks do not add up: after twenty milliseconds the next one is started", async () => {
	let now = 0;
	const queue = new TurnQueue(() => now);
	const started: number[] = [];
	for (const task of [1, 2, 3]) queue.run(() => void started.push(task));
	for (let i = 0; i < 7; i++) {
		await turn();
		now += 11;
	}
	expect(started).toEqual([1, 2, 3]);
});

it("tasks that have waited for long are started in turns that follow each other, several in each where turns are long", async () => {
	let now = 0;
	const queue = new TurnQueue(() => now);
	const started: number[] = [];
	const tasks = Array.from({ length: 40 }, (_, i) => i);
	for (const task of tasks) queue.run(() => void started.push(task));
	// In the first turns it is noticed who has gone.
	for (let i = 0; i < 10; i++) await turn();
	expect(started).toEqual([0]);
	const startedAt = async (ms: number) => {
		const before = started.length;
		for (now = ms; now <= ms + 20; now += 20) await turn();
		return (started.length - before) / 2;
	};
	expect(await startedAt(100)).toBe(2);
	expect(await startedAt(250)).toBe(3);
	expect(await startedAt(9_000)).toBe(4);
	for (let i = 0; i < 40; i++) await turn();
	expect(started).toEqual(tasks);
});

it("where turns are short, tasks that have waited for long are started one in each turn: others pass between them", async () => {
	let now = 0;
	const queue = new TurnQueue(() => now);
	let started = 0;
	for (let i = 0; i < 40; i++) queue.run(() => void started++);
	const inEach: number[] = [];
	for (let i = 0; i < 80; i++) {
		const before = started;
		now += 10;
		await turn();
		inEach.push(started - before);
	}
	expect(started).toBe(40);
	expect(Math.max(...inEach)).toBe(1);
	// By the end they follow each other, turn after turn.
	const turns = inEach.flatMap((count, at) => (count > 0 ? [at] : []));
	expect((turns.at(-1) ?? 0) - (turns.at(-10) ?? 0)).toBe(9);
});

it("is full while the first has waited for longer than anybody does, and no longer", async () => {
	let now = 0;
	const queue = new TurnQueue(() => now);
	queue.run(() => {});
	now = 10_000;
	expect(queue.isFull).toBe(false);
	now = 10_001;
	expect(queue.isFull).toBe(true);
	await turn();
	expect(queue.isFull).toBe(false);
});

it("a task that nobody waits for is skipped, and holds up no other", async () => {
	const queue = new TurnQueue();
	const started: number[] = [];
	for (let i = 0; i < 1_000; i++)
		queue.run(
			() => void started.push(i),
			() => i === 999,
		);
	await turn();
	expect(started).toEqual([999]);
});

it("a visitor who goes before the page is rendered is not rendered for; a form is handled", async () => {
	const handled: string[] = [];
	const { server, port, records } = await openSite(async (asked) => {
		handled.push(`${asked.method} ${new URL(asked.url).pathname}`);
		const until = performance.now() + 5;
		while (performance.now() < until);
		return new Response("page");
	});
	// So many are before them that the loop has learned by then who has gone.
	const before = 40;
	const sockets = Array.from({ length: before + 3 }, () => openSocket(port));
	let connected = 0;
	server.on("connection", () => connected++);
	await expect.poll(() => connected).toBe(sockets.length);
	const [gone, form, last] = sockets.slice(before);
	for (const [i, socket] of sockets.slice(0, before).entries()) socket.write(request(`/page-${i}`, {}));
	gone?.write(request("/gone", {}), () => gone.destroy());
	form?.write(request("/form", { Origin: "http://localhost:1", "Content-Length": "0" }, "POST"), () =>
		form.destroy(),
	);
	last?.write(request("/last", {}));
	await expect.poll(() => records.length).toBe(sockets.length);
	for (const socket of sockets) socket.destroy();
	expect(handled).toContain("GET /page-0");
	expect(handled).toContain("GET /last");
	expect(handled).toContain("POST /form");
	expect(handled).not.toContain("GET /gone");
	expect(records.find(({ path }) => path === "/gone")?.status).toBe(499);
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

it("a probe waits for no page, a flood of probes takes its turn among them", async () => {
	const begun: string[] = [];
	let first = true;
	const { server, port, records } = await openSite(async ({ url }) => {
		begun.push(new URL(url).pathname);
		// Meanwhile all others arrive.
		const until = performance.now() + (first ? 300 : 0);
		first = false;
		while (performance.now() < until);
		if (url.endsWith("/health")) await turn();
		return new Response("ok");
	});
	let connected = 0;
	server.on("connection", () => connected++);
	const sockets = Array.from({ length: 41 }, () => openSocket(port));
	await expect.poll(() => connected).toBe(41);
	for (const [i, socket] of sockets.entries()) socket.write(request(i > 20 ? "/health" : `/page-${i}`, {}));
	await expect.poll(() => records.length).toBe(41);
	for (const socket of sockets) socket.destroy();
	const probes = begun.flatMap((path, at) => (path === "/health" ? [at] : []));
	expect(probes.slice(0, 4).every((at) => at < 10)).toBe(true);
	expect(probes.at(-1)).toBe(40);
});
