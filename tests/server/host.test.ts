import { describe, expect, it } from "vitest";
import { request, sendRaw } from "./raw-http.ts";
import { openSite } from "./site.ts";

const production = { appUrl: "https://chat.example.ru", trial: false };

describe("check 18: the site responds under its own name only", () => {
	it("builds the request's URL from APP_URL", async () => {
		const { port } = await openSite(async (asked) => new Response(asked.url), production);
		const answer = await sendRaw(
			port,
			request("/x?a=1", { Host: "chat.example.ru", "X-Forwarded-Host": "evil.example" }),
		);
		expect(answer.status).toBe(200);
		expect(answer.body).toBe("https://chat.example.ru/x?a=1");
	});

	it.each([
		["another name", { Host: "evil.example" }],
		["another port", { Host: "chat.example.ru:8443" }],
		["a name inside another", { Host: "chat.example.ru.evil.example" }],
		["a user name in front", { Host: "x@chat.example.ru" }],
		["a path behind", { Host: "chat.example.ru/x" }],
		["a loopback name, outside a trial", { Host: "localhost" }],
		["an empty name", { Host: "" }],
	])("refuses %s with 421 and says which address is right", async (_, headers) => {
		const { port } = await openSite(undefined, production);
		const answer = await sendRaw(port, request("/", headers));
		expect(answer.status).toBe(421);
		expect(answer.body).toContain("https://chat.example.ru");
		expect(answer.body).toContain("APP_URL");
	});

	it("refuses a request without Host", async () => {
		const { port } = await openSite(undefined, production);
		for (const target of ["/", "/health", "https://chat.example.ru/"]) {
			const answer = await sendRaw(port, `GET ${target} HTTP/1.1\r\nConnection: close\r\n\r\n`);
			expect(answer.status, target).toBe(400);
			expect(answer.headers.get("x-content-type-options"), target).toBe("nosniff");
		}
		expect((await sendRaw(port, "GET / HTTP/1.0\r\n\r\n")).status).toBe(421);
	});

	it.each([
		["another after ours", "Host: chat.example.ru", "Host: evil.example"],
		["another before ours", "Host: evil.example", "Host: chat.example.ru"],
		["ours twice", "Host: chat.example.ru", "host: chat.example.ru"],
		["an empty one beside ours", "Host:", "HOST: chat.example.ru"],
		["other headers between them", "Host: chat.example.ru", "Accept: */*", "hOsT: chat.example.ru"],
	])("refuses two Host headers with 400: %s", async (_, ...lines) => {
		const { port } = await openSite(undefined, production);
		for (const target of ["/", "/login", "/health", "/metrics", "https://chat.example.ru/"]) {
			for (const version of ["1.0", "1.1"]) {
				const text = [`GET ${target} HTTP/${version}`, ...lines, "Connection: close", "", ""].join("\r\n");
				const answer = await sendRaw(port, text);
				expect(answer.status, `${target} ${version}`).toBe(400);
				expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
			}
		}
	});

	it("closes a connection after a request with an unclear host", async () => {
		const { port } = await openSite(undefined, production);
		const text =
			"POST / HTTP/1.1\r\nHost: chat.example.ru\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n";
		const answer = await sendRaw(port, text + request("/", { Host: "chat.example.ru" }));
		expect(answer.status).toBe(400);
		expect(answer.body).not.toContain("HTTP/1.1 200");
	});

	it("treats the default port and any letter case as the same name", async () => {
		const { port } = await openSite(undefined, production);
		for (const Host of ["CHAT.example.RU", "chat.example.ru:443"]) {
			expect((await sendRaw(port, request("/", { Host }))).status, Host).toBe(200);
		}
	});

	it("prefers an absolute target to Host", async () => {
		const { port } = await openSite(async (asked) => new Response(asked.url), production);
		const foreign = request("http://evil.example/x", { Host: "chat.example.ru" });
		expect((await sendRaw(port, foreign)).status).toBe(421);
		const own = await sendRaw(port, request("https://chat.example.ru/x", { Host: "evil.example" }));
		expect(own.body).toBe("https://chat.example.ru/x");
	});

	it("responds to probes under any name", async () => {
		const { port } = await openSite(undefined, production);
		for (const path of ["/health", "/metrics"]) {
			expect((await sendRaw(port, request(path, { Host: "10.1.2.3" }))).status, path).toBe(200);
		}
	});
});

describe("other names of this machine in trial mode", () => {
	it.each(["127.0.0.1:1", "127.0.0.1", "[::1]:1", "127.8.8.8:7"])("redirects %s to APP_URL", async (Host) => {
		const { port } = await openSite();
		const answer = await sendRaw(port, request("/login?redirectTo=%2Fchat", { Host }));
		expect(answer.status).toBe(307);
		expect(answer.headers.get("location")).toBe("http://localhost:1/login?redirectTo=%2Fchat");
	});

	it("does not redirect a form", async () => {
		const { port } = await openSite();
		expect((await sendRaw(port, request("/login", { Host: "127.0.0.1:1" }, "POST"))).status).toBe(421);
	});

	it("refuses names of other machines, which may resolve to this one", async () => {
		const { port } = await openSite();
		for (const Host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:2"]) {
			expect((await sendRaw(port, request("/", { Host }))).status, Host).toBe(421);
		}
	});
});
