import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { accepts } from "./encoding.ts";

const TYPES: Record<string, string> = {
	".css": "text/css; charset=utf-8",
	".ico": "image/x-icon",
	".jpg": "image/jpeg",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".png": "image/png",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json; charset=utf-8",
	".webp": "image/webp",
	".woff2": "font/woff2",
	".xml": "application/xml; charset=utf-8",
};

// A name in /assets/ contains a hash of the content, so the content never changes.
const FOREVER = "public, max-age=31536000, immutable";
const A_YEAR = "public, max-age=31536000";
const A_SECOND = "public, max-age=1";
const FIVE_MINUTES = "public, max-age=300";

function cacheControlOf(address: string): string {
	if (address.startsWith("/assets/")) return FOREVER;
	if (address.startsWith("/builds/meta/")) return A_YEAR;
	return address === "/builds/latest.json" ? A_SECOND : FIVE_MINUTES;
}

type Variant = { body: Buffer; etag: string };
type StaticFile = { headers: Record<string, string>; plain: Variant; br?: Variant; gzip?: Variant };

/** Every static file, by its address. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/**
 * Loads a folder into memory. An address is looked up in the map made here, so nothing outside the folder can ever be
 * served. Build leftovers (`.vite/`, `*.map`) and hidden files are not included.
 */
export function loadStaticFiles(folder: string): StaticFiles {
	const files = new Map<string, StaticFile>();
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		const address = path.slice(folder.length).replaceAll("\\", "/");
		if (!entry.isFile() || /\/\.|\.(map|br|gz)$/.test(address)) continue;
		files.set(address, {
			headers: {
				"Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
				"Cache-Control": cacheControlOf(address),
			},
			plain: variant(readFileSync(path)),
			// Made by the build (bin/precompress.mjs), where it made the file smaller.
			br: existsSync(`${path}.br`) ? variant(readFileSync(`${path}.br`)) : undefined,
			gzip: existsSync(`${path}.gz`) ? variant(readFileSync(`${path}.gz`)) : undefined,
		});
	}
	return files;
}

function variant(body: Buffer): Variant {
	return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

/**
 * Responds to GET or HEAD with a file: the smallest encoding that the client accepts, or 304 when it has that one.
 */
export function sendStaticFile(req: IncomingMessage, res: ServerResponse, file: StaticFile): void {
	const accepted = String(req.headers["accept-encoding"] ?? "");
	const encoding =
		file.br && accepts(accepted, "br") ? "br" : file.gzip && accepts(accepted, "gzip") ? "gzip" : "plain";
	const { body, etag } = file[encoding] ?? file.plain;
	for (const [name, value] of Object.entries(file.headers)) res.setHeader(name, value);
	res.setHeader("ETag", etag);
	if (file.br || file.gzip) res.setHeader("Vary", "Accept-Encoding");
	if (isKnown(req.headers["if-none-match"], etag)) {
		res.removeHeader("Content-Type");
		res.writeHead(304).end();
		return;
	}
	if (encoding !== "plain") res.setHeader("Content-Encoding", encoding);
	res.writeHead(200, { "Content-Length": body.length });
	res.end(req.method === "HEAD" ? undefined : body);
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
	if (!ifNoneMatch) return false;
	return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
}
