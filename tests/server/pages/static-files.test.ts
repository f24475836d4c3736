import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadStaticFiles } from "../../../server/pages/static-files.ts";
import { ask, bodyOf } from "../raw-http.ts";
import { openSite } from "../site.ts";

const SCRIPT = "console.log('привет');".repeat(100);
const never = async () => new Response("from the application", { status: 418 });

async function openFiles() {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-static-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const files = {
		"assets/app-1a2b.js": SCRIPT,
		"assets/app-1a2b.js.br": brotliCompressSync(SCRIPT),
		"assets/app-1a2b.js.gz": gzipSync(SCRIPT),
		"assets/app-1a2b.js.map": "{}",
		"assets/font-3c.woff2": "woff2",
		"builds/latest.json": '{"id":"b2","timestamp":2}',
		"builds/meta/b2.json": '{"id":"b2","timestamp":2}',
		"favicon.svg": "<svg/>",
		".vite/manifest.json": "{}",
		".env": "SECRET=1",
	};
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), content);
	}
	const { port } = await openSite(never, { files: loadStaticFiles(folder) });
	return async (
		path: string,
		{ method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
	) => {
		const answer = await ask(port, path, { method, headers });
		return { status: answer.statusCode, headers: answer.headers, body: await bodyOf(answer) };
	};
}

describe("static files", () => {
	it("check 39: an asset is cached for ever, other files for minutes", async () => {
		const get = await openFiles();
		const asset = await get("/assets/app-1a2b.js");
		expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
		expect(asset.headers["content-type"]).toBe("text/javascript; charset=utf-8");
		expect(asset.body.toString()).toBe(SCRIPT);
		expect((await get("/favicon.svg")).headers["cache-control"]).toBe("public, max-age=300");
	});

	it("S-7.1 S-7.2 a build's own file is cached for a year, the file of the latest build for a second", async () => {
		const get = await openFiles();
		const own = await get("/builds/meta/b2.json");
		expect(own.headers["cache-control"]).toBe("public, max-age=31536000");
		expect(own.headers["content-type"]).toBe("application/json; charset=utf-8");
		expect((await get("/builds/latest.json?1732")).headers["cache-control"]).toBe("public, max-age=1");
	});

	it.each([
		["br, gzip", "br"],
		["gzip, deflate, br;q=1.0", "br"],
		["gzip", "gzip"],
		["br;q=0, gzip", "gzip"],
		["*", "br"],
		["identity", undefined],
		["br;q=0.0, *;q=0", undefined],
	])("with Accept-Encoding: %s sends %s", async (accepted, expected) => {
		const get = await openFiles();
		const answer = await get("/assets/app-1a2b.js", { headers: { "Accept-Encoding": accepted } });
		expect(answer.headers["content-encoding"]).toBe(expected);
		expect(answer.headers.vary).toBe("Accept-Encoding");
		expect(answer.body.length).toBe(Number(answer.headers["content-length"]));
		if (expected === "br") expect(brotliDecompressSync(answer.body).toString()).toBe(SCRIPT);
	});

	it("each encoding has an ETag of its own, and a matching one gives 304", async () => {
		const get = await openFiles();
		const plain = await get("/favicon.svg");
		const etag = String(plain.headers.etag);
		const again = await get("/favicon.svg", { headers: { "If-None-Match": `"other", W/${etag}` } });
		expect(again.status).toBe(304);
		expect(again.body.length).toBe(0);
		expect(again.headers["cache-control"]).toBe("public, max-age=300");
		expect((await get("/favicon.svg", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
		const forms = await Promise.all(
			["br", "gzip", "identity"].map((form) =>
				get("/assets/app-1a2b.js", { headers: { "Accept-Encoding": form } }),
			),
		);
		expect(new Set(forms.map((answer) => answer.headers.etag)).size).toBe(3);
	});

	it("HEAD has the headers of GET", async () => {
		const get = await openFiles();
		const answer = await get("/assets/app-1a2b.js", { method: "HEAD" });
		expect(answer.headers["content-length"]).toBe(String(Buffer.byteLength(SCRIPT)));
		expect(answer.body.length).toBe(0);
	});

	it("refuses other methods", async () => {
		const get = await openFiles();
		const answer = await get("/favicon.svg", { method: "POST" });
		expect(answer.status).toBe(405);
		expect(answer.headers.allow).toBe("GET, HEAD");
	});

	it.each(["/assets/app-1a2b.js.map", "/assets/app-1a2b.js.br", "/assets/none.js", "/assets/"])(
		"check 59: %s is 404 without asking the application",
		async (path) => {
			const get = await openFiles();
			expect((await get(path)).status).toBe(404);
		},
	);

	it.each(["/.vite/manifest.json", "/.env", "/favicon.svg.br", "/FAVICON.SVG"])(
		"check 59: %s is no file",
		async (path) => {
			const get = await openFiles();
			expect((await get(path)).body.toString()).toBe("from the application");
		},
	);
});
