import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzipSync } from "node:zlib";
import { accepts } from "./encoding.ts";
import { withoutNonce } from "./without-nonce.ts";

/**
 * The application's header on a static page that is the same for everybody who is not signed in. Only on addresses as
 * `routes.ts` writes them. Removed before the response is sent.
 */
export const SAME_FOR_ALL = "X-Same-For-All";

/** A page in the cache. */
export type CachedPage = {
	/** In milliseconds; the page was current then. */
	renderedAt: number;
	headers: [name: string, value: string][];
	plain: Buffer;
	gzip: Buffer;
	/** Set when it is ready, which takes a tenth of a second of a pool thread. */
	br?: Buffer | undefined;
};

/**
 * The application's response as a page for the cache; null where it is personal, sets a cookie, fails or redirects.
 * @param known the page cached until now: an identical one is not compressed again
 */
export async function pageOf(
	{ status, headers, body }: Response,
	known: CachedPage | undefined,
	now: number,
): Promise<CachedPage | null> {
	if (status !== 200 || !headers.has(SAME_FOR_ALL) || headers.has("Set-Cookie") || !body) {
		await body?.cancel();
		return null;
	}
	const html = await new Response(body).text();
	const page = withoutNonce(html, headers.get("Content-Security-Policy") ?? "");
	if (!page) return null;
	const plain = Buffer.from(page.html);
	const same = known?.plain.equals(plain) ? known : undefined;
	return {
		renderedAt: now,
		headers: [
			["Content-Type", "text/html; charset=utf-8"],
			["Cache-Control", headers.get("Cache-Control") ?? "no-store"],
			["Content-Security-Policy", page.policy],
			["Vary", "Accept-Encoding, Cookie"],
		],
		plain: same?.plain ?? plain,
		// Two milliseconds: the first visitor gets a small page too.
		gzip: same?.gzip ?? gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
		br: same?.br,
	};
}

/** Brotli at the highest quality, in a thread of the pool. */
export const compressBest = (plain: Buffer): Promise<Buffer> =>
	promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });

/** Size of a page in memory, in bytes. */
export const sizeOf = ({ plain, gzip, br }: CachedPage): number =>
	plain.length + gzip.length + (br?.length ?? 0);

/** Responds to GET or HEAD with a cached page, in the smallest encoding that the client accepts. */
export function sendPage(req: IncomingMessage, res: ServerResponse, page: CachedPage): void {
	const accepted = req.headers["accept-encoding"];
	const encoding = page.br && accepts(accepted, "br") ? "br" : accepts(accepted, "gzip") ? "gzip" : "plain";
	for (const [name, value] of page.headers) res.setHeader(name, value);
	if (encoding !== "plain") res.setHeader("Content-Encoding", encoding);
	const body = page[encoding] ?? page.plain;
	res.writeHead(200, { "Content-Length": body.length });
	res.end(req.method === "HEAD" ? undefined : body);
}
