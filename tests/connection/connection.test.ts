import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Connection, PAUSES_MS } from "../../app/connection/connection.ts";
import { fetchData, SILENCE_MS } from "../../app/connection/fetch-data.ts";
import { RequestLost } from "../../app/connection/request-lost.ts";
import { connection as ofPage, watchConnection } from "../../app/connection/service.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection to a server that is there or not, and how often it was asked. */
function line(there = false) {
	const server = { there, asked: 0 };
	const reaches = async () => {
		server.asked += 1;
		return server.there;
	};
	return { server, connection: new Connection({ reaches, random: () => 1 }) };
}

const data = (body = "[]", status = 200) =>
	new Response(body, { status, headers: { "X-Remix-Response": "yes" } });
const gateway = () => new Response("<html>502</html>", { status: 502 });

/** Answers one after the other; the last one for all that follow. */
function answering(...answers: (() => Response | Promise<Response>)[]) {
	let asked = 0;
	const plain = async () => {
		const answer = answers[Math.min(asked, answers.length - 1)];
		asked += 1;
		if (!answer) throw new TypeError("Failed to fetch");
		return answer();
	};
	return { plain, asked: () => asked };
}
const nobody = () => Promise.reject(new TypeError("Failed to fetch"));

test("a lost server is probed with growing pauses, no longer than the last, and found", async () => {
	const { server, connection } = line();
	connection.lost();
	for (const [i, pause] of [...PAUSES_MS, PAUSES_MS.at(-1) ?? 0].entries()) {
		await vi.advanceTimersByTimeAsync(pause - 1);
		expect(server.asked).toBe(i);
		await vi.advanceTimersByTimeAsync(1);
		expect(server.asked).toBe(i + 1);
	}
	server.there = true;
	connection.tryNow();
	await vi.advanceTimersByTimeAsync(0);
	expect(connection.isLost).toBe(false);
	const { asked } = server;
	await vi.advanceTimersByTimeAsync(600_000);
	expect(server.asked).toBe(asked);
});

test("what only reads is sent again until it is answered; 502, a portal's page and a broken body are no answers", async () => {
	const { server, connection } = line();
	const broken = () =>
		new Response(
			new ReadableStream({
				start: (body) => {
					body.enqueue(new TextEncoder().encode("[1,"));
					body.error(new TypeError("network error"));
				},
			}),
			{ headers: { "X-Remix-Response": "yes" } },
		);
	const { plain, asked } = answering(
		nobody,
		gateway,
		() => new Response("<html>"),
		broken,
		() => data("[2]"),
	);
	const told: boolean[] = [];
	connection.subscribe(() => told.push(connection.isLost));
	const answer = fetchData(plain, connection)("/chat.data");
	await vi.advanceTimersByTimeAsync(60_000);
	expect(await (await answer).text()).toBe("[2]");
	expect(asked()).toBe(5);
	expect(told).toEqual([true, false]);
	// Each try is the request itself: nobody asks besides whether the server is there.
	expect(server.asked).toBe(0);
});

test("nobody waits for a reading that is not wanted any more", async () => {
	const { connection } = line();
	const { plain, asked } = answering(nobody);
	const wanted = new AbortController();
	const answer = fetchData(plain, connection)("/chat.data", { signal: wanted.signal });
	const refused = expect(answer).rejects.toThrow();
	await vi.advanceTimersByTimeAsync(0);
	wanted.abort();
	await refused;
	await vi.advanceTimersByTimeAsync(60_000);
	expect(asked()).toBe(1);
});

test("a dead line says nothing: the reading is sent again after a while", async () => {
	const { connection } = line();
	let first = true;
	const plain: typeof fetch = (_, init) =>
		new Promise((resolve, reject) => {
			if (!first) return resolve(data());
			first = false;
			init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
		});
	const answer = fetchData(plain, connection)("/chat.data");
	await vi.advanceTimersByTimeAsync(SILENCE_MS);
	expect(connection.isLost).toBe(true);
	await vi.advanceTimersByTimeAsync(PAUSES_MS[0] ?? 0);
	expect((await answer).status).toBe(200);
});

test("a form that was answered while the device slept is not called lost", async () => {
	const { connection } = line();
	const answer = Promise.withResolvers<Response>();
	const plain: typeof fetch = (_, init) => {
		init?.signal?.addEventListener("abort", () => answer.reject(init.signal?.reason));
		return answer.promise;
	};
	const sent = fetchData(plain, connection)("/chat.data", { method: "POST" });
	const woken = performance.now() + 3_600_000;
	const clock = vi.spyOn(performance, "now").mockImplementation(() => woken);
	await vi.advanceTimersByTimeAsync(SILENCE_MS);
	clock.mockRestore();
	answer.resolve(data("[1]"));
	expect(await (await sent).text()).toBe("[1]");
	expect(connection.isLost).toBe(false);
});

test("what submits is sent once, and what was refused for good is not the connection's fault", async () => {
	const { connection } = line();
	const send = (answer: () => Response | Promise<Response>) => {
		const { plain, asked } = answering(answer);
		const sent = fetchData(plain, connection)("/chat.data", { method: "POST" }).catch((error) => error);
		return sent.then((outcome) => ({ outcome, asked: asked() }));
	};
	const large = await send(() => new Response("too much", { status: 413 }));
	expect(large).toEqual({ outcome: new RequestLost(413), asked: 1 });
	expect(large.outcome.status).toBe(413);
	expect(connection.isLost).toBe(false);
	const lost = await send(nobody);
	expect(lost).toEqual({ outcome: new RequestLost(null), asked: 1 });
	expect([connection.isLost, connection.isUnsent]).toEqual([true, true]);
	// The application's own refusals are answers.
	expect((await send(() => data("[]", 429))).outcome.status).toBe(429);
	expect(connection.isLost).toBe(false);
});

test("a reading that is refused for good is the framework's to show", async () => {
	const { connection } = line();
	const { plain } = answering(() => new Response("no", { status: 431 }));
	expect((await fetchData(plain, connection)("/chat.data")).status).toBe(431);
	expect(connection.isLost).toBe(false);
});

test("the browser's events have the server asked at once: without a network, with one again, and for a page that is seen again", async () => {
	let there = false;
	vi.stubGlobal("fetch", async () => {
		if (!there) throw new TypeError("Failed to fetch");
		return { ok: true, json: async () => ({ build: "a build" }) };
	});
	onTestFinished(() => void vi.unstubAllGlobals());
	const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });
	const page = Object.assign(new EventTarget(), { navigator: { onLine: true }, document: tab });
	watchConnection(page as unknown as Window);
	/** Whether the connection is lost after that, with no pause between two tries over. */
	const lostAfter = async (told: EventTarget, event: string) => {
		told.dispatchEvent(new Event(event));
		await vi.advanceTimersByTimeAsync(0);
		return ofPage.isLost;
	};
	expect(await lostAfter(page, "offline")).toBe(true);
	expect(await lostAfter(page, "online")).toBe(true);
	there = true;
	expect(await lostAfter(page, "online")).toBe(false);

	there = false;
	expect(await lostAfter(page, "offline")).toBe(true);
	there = true;
	tab.visibilityState = "hidden";
	expect(await lostAfter(tab, "visibilitychange")).toBe(true);
	tab.visibilityState = "visible";
	expect(await lostAfter(tab, "visibilitychange")).toBe(false);
});
