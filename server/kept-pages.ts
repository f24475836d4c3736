import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { accepts } from "./encoding.ts";
import { withoutNonce } from "./without-nonce.ts";

/**
 * The application's mark on a document that is the same for everybody who is not signed in. It stands only on
 * addresses as `routes.ts` writes them, so the number of such pages is small. Nobody else sees it.
 */
export const SAME_FOR_ALL = "X-Same-For-All";

/** Some pages name the year or what an operator's file says; after this they are rendered anew. */
const KEEP_MS = 60_000;
const THEME_ONLY = /^(?:(?:__Host-)?t=(?:light|dark|system))?$/;

type KeptPage = {
	until: number;
	headers: [name: string, value: string | string[]][];
	plain: Buffer;
	gzip: Buffer;
	br: Buffer;
};

/**
 * Documents that are the same for every anonymous visitor: rendered once per theme, compressed once as well as
 * can be, then answered from memory (performance.md). Only for requests that say nothing of who asks: no query
 * and no cookie but the theme's.
 */
export class KeptPages {
	readonly #pages = new Map<string, KeptPage>();
	readonly #now: () => number;

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/** Under which name the answer may be kept. Null: this one is about somebody. */
	keyOf(req: IncomingMessage): string | null {
		const cookies = req.headers.cookie ?? "";
		if (req.method !== "GET" && req.method !== "HEAD") return null;
		if (req.url?.includes("?") || !THEME_ONLY.test(cookies)) return null;
		return `${cookies} ${req.url}`;
	}

	/** Answers from memory. @returns false when the application has to be asked */
	answer(key: string | null, req: IncomingMessage, res: ServerResponse): boolean {
		const page = key === null ? undefined : this.#pages.get(key);
		if (!page || page.until < this.#now()) return false;
		const accepted = req.headers["accept-encoding"];
		const encoding = accepts(accepted, "br") ? "br" : accepts(accepted, "gzip") ? "gzip" : "plain";
		for (const [name, value] of page.headers) res.setHeader(name, value);
		if (encoding !== "plain") res.setHeader("Content-Encoding", encoding);
		const body = page[encoding];
		res.writeHead(200, { "Content-Length": body.length });
		res.end(req.method === "HEAD" ? undefined : body);
		return true;
	}

	/** Takes a whole answer of the application into memory, if it is one that may be kept. */
	async keep(key: string | null, { status, headers }: Response, body: Buffer): Promise<void> {
		if (key === null || status !== 200 || headers.has("Set-Cookie")) return;
		const page = withoutNonce(body.toString("utf8"), headers.get("Content-Security-Policy") ?? "");
		if (!page) return;
		const plain = Buffer.from(page.html);
		const [small, smallest] = await Promise.all([
			promisify(gzip)(plain, { level: 9 }),
			promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
		]);
		this.#pages.set(key, {
			until: this.#now() + KEEP_MS,
			headers: [
				["Content-Type", "text/html; charset=utf-8"],
				["Cache-Control", headers.get("Cache-Control") ?? "no-store"],
				["Content-Security-Policy", page.policy],
				["Vary", "Accept-Encoding, Cookie"],
			],
			plain,
			gzip: small,
			br: smallest,
		});
	}
}
