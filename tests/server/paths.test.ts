import { expect, it } from "vitest";
import { request, sendRaw } from "./raw-http.ts";
import { openSite } from "./site.ts";

const never = async () => {
	throw new Error("The application must not be asked.");
};

it.each([
	"/%ff",
	"/assets/%ff",
	"/%",
	"/%zz",
	"/%00",
	"/login?q=a%00b",
	"/a%0d%0aSet-Cookie:%20x",
	"//evil.example",
	"/a//b",
	"/assets/..%2f..%2fpackage.json",
	"/assets/..%5c..%5cpackage.json",
	"/assets/%2e%2e/%2e%2e/package.json",
	"/assets/../../package.json",
	"/icons/..%2fx",
	"/a\\b",
	"/a#b",
	"http:/x",
	"javascript:1",
	"*",
])("check 54: refuses the path %s", async (path) => {
	const { port, errors } = await openSite(never);
	expect((await sendRaw(port, request(path))).status).toBe(400);
	expect(errors).toEqual([]);
});

it("check 54: refuses long addresses and long headers, and continues to serve", async () => {
	const { port } = await openSite();
	expect((await sendRaw(port, request(`/${"a".repeat(9_000)}`))).status).toBe(414);
	expect((await sendRaw(port, request(`/${"a".repeat(16_500)}`))).status).toBe(431);
	expect((await sendRaw(port, request("/", { Cookie: "a".repeat(16_500) }))).status).toBe(431);
	expect((await sendRaw(port, request("/"))).status).toBe(200);
});

it("check 54: responds to what is not HTTP, and continues to serve", async () => {
	const { port } = await openSite();
	expect((await sendRaw(port, "\u0016\u0003\u0001 hello\r\n\r\n")).status).toBe(400);
	expect((await sendRaw(port, request("/", { "Content-Length": "x" }, "POST"))).status).toBe(400);
	const smuggled = request("/", { "Content-Length": "5", "Transfer-Encoding": "chunked" }, "POST");
	expect((await sendRaw(port, smuggled)).status).toBe(400);
	expect((await sendRaw(port, request("/"))).status).toBe(200);
});

it.each(["TRACE", "PROPFIND", "QUERY", "OPTIONS"])("refuses the method %s", async (method) => {
	const { port } = await openSite(never);
	const answer = await sendRaw(port, request("/", {}, method));
	expect(answer.status).toBe(405);
	expect(answer.headers.get("allow")).toContain("GET");
});

it("passes Cyrillic paths and queries on unchanged", async () => {
	const { port } = await openSite(async (asked) => new Response(asked.url));
	const path = `/${encodeURIComponent("привет")}?q=${encodeURIComponent("что это?")}`;
	expect((await sendRaw(port, request(path))).body).toBe(`http://localhost:1${path}`);
});
