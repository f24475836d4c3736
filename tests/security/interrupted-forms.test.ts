import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSocket } from "../server/raw-http.ts";
import { builtRoutes } from "./built-routes.ts";
import { openSite, type Site } from "./site.ts";
import { Visitor } from "./visitor.ts";

let site: Site;
let anna: Visitor;
beforeAll(async () => {
	site = await openSite({ LOG_LEVEL: "warn" });
	anna = await new Visitor(site).register();
});
afterAll(async () => void (await site?.stop()));

const PART = 'Content-Disposition: form-data; name="file"; filename="conversations.json"\r\n\r\n[{"id":';
const BODIES = [
	[
		"application/x-www-form-urlencoded",
		"intent=profile&name=%D0%90%D0%BD%D0%BD%D0%B0&email=anna%40example.ru",
	],
	["multipart/form-data; boundary=x", `--x\r\n${PART}"1"}]\r\n--x\r\n${PART}"2"}]\r\n--x--\r\n`],
	["multipart/form-data; boundary=x", `--x\r\n${PART.replace('"file"', '"other"')}\r\n--x--\r\n`],
] as const;
/** In the middle of a header, of a value, of the boundary, and all but the last byte. */
const CUTS = [0.1, 0.5, 0.9, 1];
const WAYS = ["told in full", "as long as it is", "chunked"] as const;

describe("check 51: interrupted forms", () => {
	test("fail alone, wherever they are cut, in every encoding and at every address", async () => {
		// Signing out needs no fields, so it would be the end of the rest.
		const paths = builtRoutes().filter(({ hasAction, path }) => hasAction && path !== "/logout");
		expect(paths.length).toBeGreaterThan(10);
		for (const { path } of paths) {
			const sent = BODIES.flatMap(([type, body]) =>
				CUTS.flatMap((share) => WAYS.map((way) => breakOff(path, type, body, share, way))),
			);
			await Promise.all(sent);
		}
		expect((await anna.get("/account")).status).toBe(200);
		expect(site.logs()).not.toMatch(/"level":"(error|fatal)"/);
		expect(site.process.exitCode).toBeNull();
	});
});

/** Sends a part of a form, and goes; or, where the length is that of the part, waits for the answer to it. */
async function breakOff(path: string, type: string, body: string, share: number, way: (typeof WAYS)[number]) {
	const bytes = Buffer.from(body);
	const part = bytes.subarray(0, Math.min(Math.floor(bytes.length * share), bytes.length - 1));
	const length = way === "told in full" ? bytes.length : part.length;
	const socket = openSocket(site.port);
	// Not `once()` of node:events: it would reject when the server cuts the connection.
	const closed = new Promise((resolve) => socket.once("close", resolve));
	socket.write(
		[
			`POST ${path} HTTP/1.1`,
			`Host: ${site.host}`,
			`Origin: ${site.url}`,
			`Cookie: ${anna.cookie}`,
			`X-Forwarded-For: ${anna.ip}`,
			`Content-Type: ${type}`,
			"Connection: close",
			way === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
			"",
			way === "chunked" ? `${part.length.toString(16)}\r\n` : "",
		].join("\r\n"),
	);
	socket.write(part);
	if (way === "as long as it is") socket.resume();
	else if (share < 0.5) socket.end();
	else setTimeout(() => socket.resetAndDestroy(), 5);
	// The server waits for the rest of what was only ended; this client does not.
	if (way !== "as long as it is") setTimeout(() => socket.destroy(), 50);
	await closed;
}
