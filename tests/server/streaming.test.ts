import { createGunzip, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ask, bodyOf, openSocket, request } from "./raw-http.ts";
import { openSite } from "./site.ts";

const HTML = { "Content-Type": "text/html; charset=utf-8" };
const encode = (text: string) => new TextEncoder().encode(text);

/** A body whose pieces the test sends one by one. */
function controlled() {
	let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	let cancelled = false;
	const body = new ReadableStream<Uint8Array>({
		start(own) {
			controller = own;
		},
		cancel() {
			cancelled = true;
		},
	});
	return {
		body,
		send: (text: string) => controller?.enqueue(encode(text)),
		end: () => controller?.close(),
		fail: (error: Error) => controller?.error(error),
		isCancelled: () => cancelled,
	};
}

const get = (port: number, headers: Record<string, string> = {}) => ask(port, "/", { headers });

describe("a client that disconnects", () => {
	it("cancels the body of the response each time, so that no reader stays open", async () => {
		let open = 0;
		const { port, records } = await openSite(async () => {
			const stream = new ReadableStream<Uint8Array>({
				start(own) {
					open += 1;
					own.enqueue(encode("data: 1\n\n"));
				},
				cancel() {
					open -= 1;
				},
			});
			return new Response(stream, { headers: { "Content-Type": "text/event-stream" } });
		});
		for (let i = 0; i < 20; i += 1) {
			const socket = openSocket(port);
			socket.write(request("/chat/events"));
			await new Promise((resolve) => socket.once("data", resolve));
			socket.destroy();
		}
		await expect.poll(() => open).toBe(0);
		await expect.poll(() => records.length).toBe(20);
	});

	it("cancels it also before anything was sent", async () => {
		const answer = controlled();
		let asked = false;
		const { port } = await openSite(async () => {
			asked = true;
			return new Response(answer.body, { headers: HTML });
		});
		const socket = openSocket(port);
		socket.write(request("/", { "Accept-Encoding": "gzip" }));
		await expect.poll(() => asked).toBe(true);
		socket.destroy();
		await expect.poll(answer.isCancelled).toBe(true);
	});

	it("cancels a response that is ready only after the disconnect", async () => {
		const answer = controlled();
		let asked = false;
		const gone = Promise.withResolvers<void>();
		const { port, records } = await openSite(async () => {
			asked = true;
			await gone.promise;
			return new Response(answer.body);
		});
		const socket = openSocket(port);
		socket.write(request("/"));
		await expect.poll(() => asked).toBe(true);
		socket.destroy();
		await expect.poll(() => records.length).toBe(1);
		gone.resolve();
		await expect.poll(answer.isCancelled).toBe(true);
		expect(records[0]?.status).toBe(499);
	});
});

describe("a streamed page", () => {
	it.each(["identity", "gzip"])("each chunk arrives when it is sent (%s)", async (encoding) => {
		const page = controlled();
		const { port } = await openSite(async () => new Response(page.body, { headers: HTML }));
		page.send("<p>сразу</p>");
		const answer = await get(port, { "Accept-Encoding": encoding });
		expect(answer.headers["content-encoding"]).toBe(encoding === "gzip" ? "gzip" : undefined);
		expect(answer.headers.vary).toBe("Accept-Encoding");
		const plain = encoding === "gzip" ? answer.pipe(createGunzip()) : answer;
		let text = "";
		plain.on("data", (chunk) => {
			text += chunk;
		});
		await expect.poll(() => text).toBe("<p>сразу</p>");
		page.send("<p>потом</p>");
		await expect.poll(() => text).toBe("<p>сразу</p><p>потом</p>");
		page.end();
		await new Promise((resolve) => plain.once("end", resolve));
	});

	it("aborts the connection when the body fails, so that half a page does not look complete", async () => {
		const page = controlled();
		const { port, errors } = await openSite(async () => new Response(page.body, { headers: HTML }));
		page.send("<p>half");
		const answer = await get(port);
		answer.resume();
		const broken = new Promise((resolve) => answer.once("error", resolve));
		page.fail(new Error("render failed"));
		await broken;
		expect(errors.map(String)).toEqual(["Error: render failed"]);
	});
});

describe("a page that is available at once", () => {
	const page = `<p>${"слово ".repeat(2_000)}</p>`;

	it("is sent as one piece with its length, compressed for clients that accept it", async () => {
		const { port } = await openSite(async () => new Response(page, { headers: HTML }));
		const plain = await get(port);
		expect(plain.headers["content-length"]).toBe(String(Buffer.byteLength(page)));
		const packed = await get(port, { "Accept-Encoding": "gzip, br" });
		expect(packed.headers["content-encoding"]).toBe("gzip");
		const bytes = await bodyOf(packed);
		expect(packed.headers["content-length"]).toBe(String(bytes.length));
		expect(gunzipSync(bytes).toString()).toBe(page);
	});

	it("is not compressed when it is small, is not text, or is already compressed", async () => {
		const answers = [
			new Response("мало", { headers: HTML }),
			new Response(page, { headers: { "Content-Type": "application/zip" } }),
			new Response(page, { headers: { ...HTML, "Content-Encoding": "x-own" } }),
		];
		const { port } = await openSite(async () => answers.shift() ?? Response.error());
		for (const expected of [undefined, undefined, "x-own"]) {
			const answer = await get(port, { "Accept-Encoding": "gzip" });
			expect(answer.headers["content-encoding"]).toBe(expected);
			answer.resume();
		}
	});

	it("HEAD has the same headers and no body", async () => {
		const { port } = await openSite(async () => new Response(null, { headers: HTML }));
		const socket = openSocket(port);
		socket.write(request("/", {}, "HEAD"));
		const text = Buffer.concat(await socket.toArray()).toString();
		expect(text).toContain("text/html");
		expect(text.endsWith("\r\n\r\n")).toBe(true);
	});
});

it("an event stream is never compressed, whatever the client accepts", async () => {
	const events = controlled();
	const headers = { "Content-Type": "text/event-stream; charset=utf-8" };
	const { port } = await openSite(async () => new Response(events.body, { headers }));
	events.send("data: 1\n\n");
	const answer = await get(port, { "Accept-Encoding": "gzip, br" });
	expect(answer.headers["content-encoding"]).toBeUndefined();
	expect(answer.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
	answer.destroy();
});

it("every cookie is sent in a header of its own", async () => {
	const { port } = await openSite(async () => {
		const headers = new Headers();
		headers.append("Set-Cookie", "a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT");
		headers.append("Set-Cookie", "b=2");
		return new Response(null, { status: 302, headers });
	});
	const answer = await get(port);
	expect(answer.headers["set-cookie"]).toEqual(["a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT", "b=2"]);
});

it("when the application fails, the response is a sentence with the request id", async () => {
	const { port, errors, records } = await openSite(async () => {
		throw new Error("secret details");
	});
	const answer = await get(port);
	const text = (await bodyOf(answer)).toString();
	expect(answer.statusCode).toBe(500);
	expect(text).toContain("Что-то сломалось на нашей стороне");
	expect(text).not.toContain("secret");
	expect(errors).toHaveLength(1);
	await expect.poll(() => records[0]?.status).toBe(500);
	expect(text).toContain(records[0]?.requestId);
});

it("the framework's empty error response is replaced by that sentence too", async () => {
	const { port } = await openSite(async () => new Response(null, { status: 500 }));
	const answer = await get(port);
	expect((await bodyOf(answer)).toString()).toContain("Что-то сломалось");
});
