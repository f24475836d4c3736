import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { knownSchema } from "../../../app/platform/db/migrate.server.ts";
import { type Instance, PRODUCTION, startInstance } from "../../support/instance.ts";
import { ask, bodyOf, openSocket, readAnswer, request, sendRaw } from "../raw-http.ts";

const HOST = new URL(PRODUCTION.APP_URL).host;
const OWN = { Host: HOST };
const MB = 1024 * 1024;
let site: Instance;
let backups: string;

/** One request to the instance of production, answered in full. */
async function get(path: string, { method = "GET", headers = {}, body }: Parameters<typeof ask>[2] = {}) {
	const answer = await ask(site.port, path, { method, body, headers: { ...OWN, ...headers } });
	return { status: answer.statusCode, headers: answer.headers, text: (await bodyOf(answer)).toString() };
}

beforeAll(async () => {
	backups = mkdtempSync(join(tmpdir(), "copies-"));
	writeFileSync(join(backups, "sobesednik-2026-11-23.backup"), "");
	site = await startInstance({
		env: { ...PRODUCTION, METRICS_TOKEN: "let-me-in", BACKUP_DIR: backups },
	});
});
afterAll(async () => {
	await site?.stop();
	rmSync(backups, { recursive: true });
});

describe("check 36: headers on every kind of response", () => {
	const expected = {
		"x-content-type-options": "nosniff",
		"strict-transport-security": "max-age=63072000",
		"referrer-policy": "same-origin",
		"cross-origin-resource-policy": "same-origin",
		"cross-origin-opener-policy": "same-origin",
		"x-frame-options": "DENY",
		"permissions-policy": expect.any(String),
		"content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
	};

	it.each([
		["a page", "/login", 200],
		["the data of a page", "/login.data", 200],
		["a redirect", "/chat", 302],
		["a file", "/favicon.svg", 200],
		["an unknown page", "/nowhere", 404],
		["an unknown asset", "/assets/nothing.js", 404],
		["a wrong path", "/%ff", 400],
		["health", "/health", 200],
		["metrics without the token", "/metrics", 401],
	])("%s", async (_, path, status) => {
		const answer = await get(path);
		expect(answer.status).toBe(status);
		expect(answer.headers).toMatchObject(expected);
		expect(answer.headers.server).toBeUndefined();
		expect(answer.headers["x-powered-by"]).toBeUndefined();
	});

	it("too much data and an unknown host name", async () => {
		const large = request("/login", { ...OWN, "Content-Length": String(MB) }, "POST");
		for (const [text, status] of [
			[large, 413],
			[request("/", { Host: "evil.example" }), 421],
		] as const) {
			const answer = await sendRaw(site.port, text);
			expect(answer.status).toBe(status);
			expect(Object.fromEntries(answer.headers)).toMatchObject(expected);
		}
	});
});

describe("S-7.1 S-7.2 the files in which a build describes itself", () => {
	it("its own file and the file of the latest build match the running build", async () => {
		const { build } = JSON.parse((await get("/health")).text);
		const latest = JSON.parse((await get("/builds/latest.json")).text);
		expect(latest).toEqual({ id: build, timestamp: expect.any(Number) });
		expect(latest.timestamp).toBeLessThan(Date.now());
		expect(JSON.parse((await get(`/builds/meta/${build}.json`)).text)).toEqual(latest);
		expect((await get("/builds/meta/none.json")).status).toBe(404);
	});
});

describe("check 34: the content policy of pages", () => {
	const policyOf = async (path: string) => String((await get(path)).headers["content-security-policy"]);

	it.each(["/", "/login", "/registration", "/oferta", "/nowhere"])(
		"%s allows nothing inline and nobody else",
		async (path) => {
			const policy = await policyOf(path);
			const scripts = policy.match(/script-src ([^;]+)/)?.[1] ?? "";
			expect(policy).toMatch(/^default-src 'none'/);
			// Rendered for this request, or from memory.
			expect(scripts).toMatch(/^('nonce-[A-Za-z0-9+/]{22}=='|'sha256-[^' ]{44}') 'strict-dynamic'$/);
			expect(policy).not.toMatch(/unsafe-(inline|eval)|\*|https?:/);
			for (const part of ["base-uri 'none'", "object-src 'none'", "require-trusted-types-for 'script'"]) {
				expect(policy).toContain(part);
			}
		},
	);

	it("gives each of fifty rendered pages a different nonce, the only one in the page", async () => {
		const nonces = new Set<string>();
		for (let i = 0; i < 50; i += 1) {
			const { headers, text } = await get("/login?redirectTo=%2Fchat");
			const nonce = String(headers["content-security-policy"]).match(/'nonce-([^']+)'/)?.[1] ?? "";
			nonces.add(nonce);
			expect(new Set(text.match(/(?<=nonce=")[^"]*/g))).toEqual(new Set([nonce]));
		}
		expect(nonces.size).toBe(50);
	});
});

describe("check 39: what may be cached", () => {
	it.each(["/login", "/login.data", "/nowhere", "/chat", "/health"])("%s is not cached", async (path) => {
		expect((await get(path)).headers["cache-control"]).toContain("no-store");
	});

	it("assets are cached for ever, in an encoding that the browser accepts", async () => {
		const page = await get("/login");
		const script = page.text.match(/\/assets\/static-page-[\w-]+\.js/)?.[0] ?? "";
		const plain = await get(script);
		const packed = await get(script, { headers: { "Accept-Encoding": "gzip, deflate, br, zstd" } });
		expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
		expect(packed.headers["content-encoding"]).toBe("br");
		expect(Number(packed.headers["content-length"])).toBeLessThan(Number(plain.headers["content-length"]));
	});

	it("a page is compressed", async () => {
		const page = await get("/login?redirectTo=%2Fchat", { headers: { "Accept-Encoding": "gzip, br" } });
		expect(page.headers["content-encoding"]).toBe("gzip");
	});
});

describe("check 30: a request from another origin changes nothing", () => {
	const origins = ["https://evil.example", "null", PRODUCTION.APP_URL.replace("https", "http"), undefined];

	it.each(["/login", "/login.data", "/registration", "/theme", "/logout", "/chat", "/chat/stop"])(
		"%s",
		async (path) => {
			for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
				for (const origin of origins) {
					const headers = {
						"Content-Type": "application/x-www-form-urlencoded",
						...(origin && { Origin: origin }),
					};
					const answer = await get(path, { method, headers, body: "theme=dark&returnTo=/" });
					expect(answer.status, `${method} ${origin}`).toBeGreaterThanOrEqual(400);
					expect(answer.status, `${method} ${origin}`).toBeLessThan(500);
					expect(answer.headers["set-cookie"]).toBeUndefined();
				}
			}
		},
	);
});

it("check 38: another site is allowed nothing", async () => {
	for (const path of ["/", "/login.data", "/assets/x.js", "/favicon.svg"]) {
		const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
		for (const method of ["OPTIONS", "GET"]) {
			const answer = await get(path, { method, headers });
			expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
		}
	}
});

it.each([
	"/.env",
	"/.git/config",
	"/build/server/index.js",
	"/server/main.ts",
	"/package.json",
	"/.vite/manifest.json",
	"/assets/app.js.map",
])("check 59: %s is 404", async (path) => {
	expect((await get(path)).status).toBe(404);
});

describe("check 54: bad paths and long texts", () => {
	it.each([
		"/%ff",
		"/%00",
		"//",
		`/${"a".repeat(16_000)}`,
		"/..%2f..%2fpackage.json",
		"/assets/..%5c..%5cpackage.json",
	])("%s", async (path) => {
		const { status } = await sendRaw(site.port, request(path, OWN));
		expect(status).toBeGreaterThanOrEqual(400);
		expect(status).toBeLessThan(500);
		expect((await get("/health")).status).toBe(200);
	});

	it.each(["a", "[", "*", "(", "`"])("100 KB of %s in a form are processed", async (character) => {
		const headers = { Origin: PRODUCTION.APP_URL, "Content-Type": "application/x-www-form-urlencoded" };
		const body = `email=${encodeURIComponent(character.repeat(80_000))}&password=x`;
		// So long that a pattern which goes over it again and again would not be done within the test.
		const answer = await get("/login", { method: "POST", headers, body: body.slice(0, 250_000) });
		expect(answer.status).toBeLessThan(500);
	});
});

it.each([true, false])(
	"check 50: 300 MB are refused and not taken into memory (announced: %s)",
	async (announced) => {
		const rss = () =>
			Number(readFileSync(`/proc/${site.process.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1]) * 1024;
		const before = rss();
		const total = 300 * MB;
		const piece = Buffer.alloc(MB, 97);
		const socket = openSocket(site.port);
		const answer = readAnswer(socket, 1_000);
		const size: Record<string, string> = announced
			? { "Content-Length": String(total) }
			: { "Transfer-Encoding": "chunked" };
		const origin = { Origin: PRODUCTION.APP_URL, "Content-Type": "application/x-www-form-urlencoded" };
		socket.write(request("/login", { ...OWN, ...origin, ...size }, "POST"));
		while (!socket.destroyed && socket.bytesWritten < total) {
			const bytes = announced
				? piece
				: Buffer.concat([Buffer.from(`${MB.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
			if (socket.write(bytes)) continue;
			await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve));
		}
		expect((await answer).status).toBe(413);
		expect(rss() - before).toBeLessThan(50 * MB);
	},
);

describe("probes", () => {
	it("health responds under any host name, with the build and the state of the database", async () => {
		const answer = await get("/health", { headers: { Host: "10.0.0.7:3000" } });
		expect(JSON.parse(answer.text)).toEqual({
			status: "ok",
			build: expect.stringMatching(/\w+/),
			database: "ok",
			schema: knownSchema(),
			min_schema: "0026-files",
		});
	});

	it("metrics require the token", async () => {
		expect((await get("/metrics", { headers: { Authorization: "Bearer let-me-out" } })).status).toBe(401);
		const answer = await get("/metrics", {
			headers: { Host: "10.0.0.7", Authorization: "Bearer let-me-in" },
		});
		expect(answer.headers["content-type"]).toContain("text/plain");
		for (const line of [
			/^process_resident_memory_bytes \d+$/m,
			/^process_uptime_seconds [\d.]+$/m,
			/^nodejs_eventloop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m,
			/^http_requests_total\{class="2xx"\} \d+$/m,
		]) {
			expect(answer.text).toMatch(line);
		}
	});

	it("every metric that board, alerts and guide of the operator name is there, and each is on the board", async () => {
		const { text } = await get("/metrics", { headers: { Authorization: "Bearer let-me-in" } });
		const told = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", type]) =>
			type === "histogram" ? `${name}_bucket` : name,
		);
		const named = (file: string) =>
			new Set(
				[...readFileSync(file, "utf8").matchAll(/\b(?:sobesednik|http|nodejs|process)_[a-z_]+/g)].map(
					([name]) => name,
				),
			);
		const board = named("docs/operator/grafana.json");
		expect([...board].toSorted()).toEqual(told.toSorted());
		for (const name of named("docs/operator/alerts.yml")) expect(told).toContain(name);
		const families = told.map((name) => name.replace(/_bucket$/, ""));
		expect([...named("docs/operator/monitoring.md")].toSorted()).toEqual(families.toSorted());
	});
});

describe("check 58: the access log", () => {
	it("is a line of JSON for each request, without queries, cookies and forms", async () => {
		const marks = ["token-in-query", "cookie-value", "typed-password", "ivan@example.ru"];
		const headers = {
			Origin: PRODUCTION.APP_URL,
			"Content-Type": "application/x-www-form-urlencoded",
			Cookie: "__Host-s=cookie-value",
			"User-Agent": "agent-1",
		};
		await get("/verify-mail?token=token-in-query", { headers });
		await get("/login?redirectTo=%2Fchat%3Fq%3Dtoken-in-query", {
			method: "POST",
			headers,
			body: "email=ivan@example.ru&password=typed-password",
		});
		await expect.poll(() => site.logs().includes('"method":"POST","path":"/login"')).toBe(true);
		const line = site.logs().match(/.*"path":"\/verify-mail".*/)?.[0] ?? "";
		expect(JSON.parse(line)).toEqual({
			time: expect.stringMatching(/^\d{4}-.*Z$/),
			level: "info",
			message: "Запрос",
			method: "GET",
			path: "/verify-mail",
			status: expect.any(Number),
			ms: expect.any(Number),
			requestId: expect.stringMatching(/^[\da-f-]{36}$/),
		});
		for (const mark of marks) expect(site.logs().includes(mark), mark).toBe(false);
	});

	it("stays JSON whatever is requested", async () => {
		await sendRaw(site.port, request("/a%9b31m%1b[2J%0d%0aforged", OWN));
		await expect.poll(() => site.logs().includes("forged")).toBe(true);
		for (const line of site.logs().trim().split("\n")) JSON.parse(line);
		for (const control of ["\u001b", "\u009b", "\r"]) expect(site.logs().includes(control)).toBe(false);
	});
});
