import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { type BodySink, type DirectBody, WRITE_INTO } from "../../app/platform/http/direct-body.server.ts";
import { ask, bodyOf, openSocket, readAnswer, request } from "./raw-http.ts";
import { openSite } from "./site.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A site of which every page is a body that writes into its sink by itself. @param first what it writes at once */
async function openDirectSite(first = "") {
	const sinks: BodySink[] = [];
	const { port } = await openSite(async () => {
		const body: DirectBody = new ReadableStream<Uint8Array>();
		body[WRITE_INTO] = (sink) => {
			if (first) sink.write(encode(first));
			sinks.push(sink);
		};
		return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
	});
	const sink = async (at = 0) => {
		await expect.poll(() => sinks.length).toBeGreaterThan(at);
		return sinks[at] as BodySink;
	};
	return { port, sink };
}

describe("a body that writes into the connection by itself", () => {
	it("arrives whole, in chunks of any size, and its end is told", async () => {
		const { port, sink } = await openDirectSite();
		const response = ask(port, "/chat/events");
		const writer = await sink();
		const pieces = ["один", "", "я".repeat(70_000), "\r\n0\r\n\r\n", "конец"];
		for (const piece of pieces) writer.write(encode(piece));
		writer.end();
		const answer = await response;
		expect(answer.headers["transfer-encoding"]).toBe("chunked");
		expect((await bodyOf(answer)).toString()).toBe(pieces.join(""));
		expect(answer.complete).toBe(true);
	});

	it("sends its first piece in the packet of the headers", async () => {
		const { port } = await openDirectSite("первое");
		const socket = openSocket(port);
		socket.write(request("/chat/events"));
		const [first] = (await once(socket, "data")) as [Buffer];
		expect(first.toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*первое\r\n$/);
		socket.destroy();
	});

	it("is not chunked for a client of HTTP/1.0", async () => {
		const { port, sink } = await openDirectSite();
		const socket = openSocket(port);
		socket.write("GET /chat/events HTTP/1.0\r\nHost: localhost:1\r\n\r\n");
		const answer = readAnswer(socket);
		const writer = await sink();
		writer.write(encode("один "));
		writer.write(encode("два"));
		writer.end();
		expect(await answer).toMatchObject({ status: 200, body: "один два" });
	});

	it("waits for the earlier response of its connection", async () => {
		const { port, sink } = await openDirectSite();
		const socket = openSocket(port);
		const keep = { Connection: "keep-alive" };
		socket.write(request("/chat/events", keep) + request("/chat/events"));
		const [first, second] = [await sink(0), await sink(1)];
		second.write(encode("второе"));
		second.end();
		first.write(encode("первое"));
		first.end();
		const { body } = await readAnswer(socket);
		expect(body).toMatch(/первое\r\n0\r\n\r\nHTTP\/1\.1 200 [\s\S]*второе\r\n0/);
	});

	it("is told when the network takes no more, and when it does again", async () => {
		const { port, sink } = await openDirectSite();
		const socket = openSocket(port);
		socket.write(request("/chat/events"));
		socket.pause();
		const writer = await sink();
		const piece = encode("x".repeat(64 * 1024));
		let written = 1;
		while (writer.write(piece) && written < 1_000) written += 1;
		expect(written).toBeLessThan(1_000);
		const drained = new Promise<void>((resolve) => writer.onDrain(resolve));
		socket.resume();
		await drained;
		socket.destroy();
	});

	it("writes nothing after the client has gone", async () => {
		const { port, sink } = await openDirectSite();
		const socket = openSocket(port);
		socket.write(request("/chat/events"));
		const writer = await sink();
		writer.write(encode("первое"));
		await once(socket, "data");
		socket.destroy();
		await expect.poll(() => writer.write(encode("ещё"))).toBe(true);
		writer.end();
	});
});
