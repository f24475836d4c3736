import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzipSync } from "node:zlib";
import { accepts } from "./encoding.ts";
import { withoutNonce } from "./without-nonce.ts";

/**
 * The application's mark on a document that is the same for everybody who is not signed in. It stands only on
 * addresses as `routes.ts` writes them. Nobody else sees it.
 */
export const SAME_FOR_ALL = "X-Same-For-All";

/** A document as it is answered from memory. */
export type KeptPage = {
	/** In milliseconds; it was the same then as it is kept here. */
	renderedAt: number;
	headers: [name: string, value: string][];
	plain: Buffer;
	gzip: Buffer;
	/** There when it has been made, which takes a tenth of a second of a thread. */
	br?: Buffer | undefined;
};

/**
 * The application's answer as a page that may be kept; null where it is about somebody, sets a cookie, fails or
 * redirects.
 * @param known the page that was kept until now: what says the same is not compressed anew
 */
export async function pageOf(
	{ status, headers, body }: Response,
	known: KeptPage | undefined,
	now: number,
): Promise<KeptPage | null> {
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
		// Two milliseconds: whoever comes first gets a small page too.
		gzip: same?.gzip ?? gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
		br: same?.br,
	};
}

/** The smallest form of a page, made in a thread of the pool. */
export const compressBest = (plain: Buffer): Promise<Buffer> =>
	promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });

/** How many bytes a page holds in memory. */
export const sizeOf = ({ plain, gzip, br }: KeptPage): number =>
	plain.length + gzip.length + (br?.length ?? 0);

/** Answers GET or HEAD with a kept page, in the smallest form there is that the client takes. */
export function sendPage(req: IncomingMessage, res: ServerResponse, page: KeptPage): void {
	const accepted = req.headers["accept-encoding"];
	const encoding = page.br && accepts(accepted, "br") ? "br" : accepts(accepted, "gzip") ? "gzip" : "plain";
	for (const [name, value] of page.headers) res.setHeader(name, value);
	if (encoding !== "plain") res.setHeader("Content-Encoding", encoding);
	const body = page[encoding] ?? page.plain;
	res.writeHead(200, { "Content-Length": body.length });
	res.end(req.method === "HEAD" ? undefined : body);
}
