import { createGzip } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openSocket, readAnswer, request, sendRaw } from "./raw-http.ts";
import { openSite } from "./site.ts";

const KB = 1024;
/** Reads the whole body, as an action does with a form. */
const reader = async (asked: Request) => new Response(`${(await asked.text()).length}`);

/** The second that the server waits for the rest of a body does not pass, also where this process stands still. */
function stopTimers(): void {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
}

function post(path: string, body: string, headers: Record<string, string> = {}): string {
	return request(path, { "Content-Length": String(body.length), ...headers }, "POST") + body;
}

function chunked(path: string, ...chunks: string[]): string {
	const head = request(path, { "Transfer-Encoding": "chunked" }, "POST");
	return `${head}${chunks.map((c) => `${c.length.toString(16)}\r\n${c}\r\n`).join("")}0\r\n\r\n`;
}

describe("check 50: the size of a body", () => {
	it.each([
		["/login", 256 * KB],
		["/chat", 512 * KB],
		["/chat.data", 512 * KB],
		["/CHAT/", 512 * KB],
		["/chat/_.data", 512 * KB],
		["/chat/stop", 256 * KB],
	])("%s takes %i bytes and no more, announced or not", async (path, limit) => {
		const routeLimits = new Map([["/chat", { bodyBytes: 512 * KB }]]);
		const { port, errors } = await openSite(reader, { routeLimits });
		const fits = "a".repeat(limit);
		expect((await sendRaw(port, post(path, fits))).body).toBe(String(limit));
		expect((await sendRaw(port, chunked(path, fits.slice(1), "a"))).body).toContain(String(limit));
		expect((await sendRaw(port, post(path, `${fits}a`))).status).toBe(413);
		expect((await sendRaw(port, chunked(path, fits, "a"))).status).toBe(413);
		expect(errors).toEqual([]);
	});

	it.each(["multipart/form-data", "multipart/form-data-x; boundary=x", "text/plain"])(
		"what comes as %s is no form with files, which its route reads as a stream: it has the limit of other forms",
		async (type) => {
			const routeLimits = new Map([["/chat", { uploadBytes: 512 * KB }]]);
			const { port } = await openSite(reader, { routeLimits });
			const send = (contentType: string) =>
				sendRaw(port, post("/chat", "a".repeat(257 * KB), { "Content-Type": contentType }));
			expect((await send(type)).status).toBe(413);
			expect((await send("Multipart/Form-Data ; boundary=x")).status).toBe(200);
		},
	);

	it("the application never receives more than the limit, and is not called when the announced length exceeds it", async () => {
		const seen: string[] = [];
		const { port } = await openSite(async (asked) => {
			const text = await asked.text().catch((error: Error) => error.name);
			seen.push(text);
			return new Response("done");
		});
		const large = "a".repeat(257 * KB);
		expect((await sendRaw(port, post("/registration", large))).status).toBe(413);
		// Behind a narrow door the form is read first.
		expect((await sendRaw(port, chunked("/login", large))).status).toBe(413);
		expect(seen).toEqual([]);
		// The reading fails; an application that makes nothing of it does not get its way either.
		expect((await sendRaw(port, chunked("/registration", large))).status).toBe(413);
		expect(seen).toEqual(["BodyTooLarge"]);
	});

	it("a client that reads only after it has written everything and closed still receives the response", async () => {
		stopTimers();
		const { server, port } = await openSite(reader);
		const socket = openSocket(port);
		const answered = new Promise<void>((resolve) => {
			server.once("request", (_asked, response) => {
				response.once("close", resolve);
				// It has refused by now.
				socket.write("a".repeat(600 * KB));
			});
		});
		socket.write(request("/login", { "Content-Length": String(600 * KB) }, "POST"));
		await answered;
		expect((await readAnswer(socket)).status).toBe(413);
	});

	it("refuses compressed bodies, which may be decompression bombs", async () => {
		const { port } = await openSite(reader);
		const gzip = createGzip();
		gzip.end("a".repeat(100));
		const bomb = Buffer.concat(await gzip.toArray());
		const head = request(
			"/login",
			{ "Content-Encoding": "gzip", "Content-Length": String(bomb.length) },
			"POST",
		);
		expect((await sendRaw(port, Buffer.concat([Buffer.from(head), bomb]))).status).toBe(415);
	});

	it("an unread body does not block the next request on the connection", async () => {
		stopTimers();
		const { port } = await openSite(async () => new Response("unread"));
		const first = post("/login", "a".repeat(200 * KB), { Connection: "keep-alive" });
		const answer = await sendRaw(port, first + request("/"));
		expect(answer.body).toContain("unread");
		expect(answer.body.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
	});

	it("a refusal leaves the connection usable once the rest of the body has arrived", async () => {
		stopTimers();
		const { port } = await openSite(reader);
		const first = post("/login", "a".repeat(300 * KB), { Connection: "keep-alive" });
		const answer = await sendRaw(port, first + request("/", {}, "GET"));
		expect(answer.status).toBe(413);
		expect(answer.body).toMatch(/HTTP\/1\.1 200/);
	});
});
