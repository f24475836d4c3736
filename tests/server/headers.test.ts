import { describe, expect, it } from "vitest";
import { request, sendRaw } from "./raw-http.ts";
import { openSite } from "./site.ts";

const ALWAYS = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"cross-origin-opener-policy": "same-origin",
	"permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	"x-frame-options": "DENY",
	"content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
	"strict-transport-security": "max-age=63072000",
	"cache-control": "no-store",
};

describe("check 36: the headers of every response", () => {
	it.each([
		["an answer of the application", request("/"), 200],
		["a missing asset", request("/assets/none.js"), 404],
		["a wrong path", request("/%ff"), 400],
		["a wrong method", request("/", {}, "TRACE"), 405],
		["too much data", request("/", { "Content-Length": "999999999" }, "POST"), 413],
		["a long address", request(`/${"a".repeat(9_000)}`), 414],
		["compressed data", request("/", { "Content-Encoding": "br", "Content-Length": "0" }, "POST"), 415],
		["an unknown expectation", request("/", { Expect: "miracles" }), 417],
		["a foreign name", request("/", { Host: "evil.example" }), 421],
		["long headers", request("/", { Cookie: "a".repeat(17_000) }), 431],
		["no HTTP at all", "hello\r\n\r\n", 400],
		["a failing application", request("/fail"), 500],
	])("%s", async (_, text, status) => {
		const { port } = await openSite(
			async (asked) => {
				if (asked.url.endsWith("/fail")) throw new Error("failed");
				return new Response("ok");
			},
			{ appUrl: "https://localhost:1", trial: false },
		);
		const answer = await sendRaw(port, text);
		expect(answer.status).toBe(status);
		expect(Object.fromEntries(answer.headers)).toMatchObject(ALWAYS);
		expect(answer.headers.has("server")).toBe(false);
		expect(answer.headers.has("x-powered-by")).toBe(false);
	});

	it("HSTS is sent under https only", async () => {
		const { port } = await openSite();
		expect((await sendRaw(port, request("/"))).headers.has("strict-transport-security")).toBe(false);
		expect((await sendRaw(port, "hello\r\n\r\n")).headers.has("strict-transport-security")).toBe(false);
	});

	it("a page sets its own content policy and may set Cache-Control", async () => {
		const { port } = await openSite(
			async () =>
				new Response("", {
					headers: { "Content-Security-Policy": "default-src 'self'", "Cache-Control": "max-age=1" },
				}),
		);
		const { headers } = await sendRaw(port, request("/"));
		expect(headers.get("content-security-policy")).toBe("default-src 'self'");
		expect(headers.get("cache-control")).toBe("max-age=1");
	});

	it("the page that another site's window opens can still reach its opener", async () => {
		const { port } = await openSite();
		for (const path of ["/suggest/token", "/SUGGEST/token/", "/suggest/token?x=1"]) {
			expect((await sendRaw(port, request(path))).headers.get("cross-origin-opener-policy"), path).toBe(
				"unsafe-none",
			);
		}
		expect((await sendRaw(port, request("/suggest"))).headers.get("cross-origin-opener-policy")).toBe(
			"same-origin",
		);
	});
});

it("check 38: another site is allowed nothing", async () => {
	const { port } = await openSite();
	for (const method of ["OPTIONS", "GET"]) {
		const asked = request(
			"/",
			{ Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
			method,
		);
		const { headers } = await sendRaw(port, asked);
		expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
	}
});
