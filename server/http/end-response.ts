import type { IncomingMessage, ServerResponse } from "node:http";

/** After an answer that came before the whole body, the connection is kept open so long for its rest… */
const LINGER_MS = 1_000;
/** …of which so much is swallowed. Whoever sends more is not read from any longer. */
const LINGER_BYTES = 1024 * 1024;

/**
 * Ends an answer with all of its body; `Content-Length` tells the client that it has everything.
 * Where the request's own body is still on its way, its rest is swallowed first, for a while: a connection
 * closed in the middle of it would throw the answer away before the client, or the proxy, has read it.
 */
export function finish(res: ServerResponse, body: Buffer = Buffer.alloc(0)): void {
	const { req } = res;
	const lengthless = req.method === "HEAD" || res.statusCode === 204 || res.statusCode === 304;
	if (!lengthless) res.setHeader("Content-Length", body.length);
	if (req.complete || !hasBody(req)) {
		res.end(req.method === "HEAD" ? undefined : body);
		return;
	}
	res.flushHeaders();
	if (body.length > 0) res.write(body);
	const timer = setTimeout(() => req.destroy(), LINGER_MS);
	res.once("close", () => clearTimeout(timer));
	req.once("end", () => res.end());
	// Whoever was reading has had enough.
	req.removeAllListeners("data");
	let left = LINGER_BYTES;
	req.on("data", (chunk: Buffer) => {
		left -= chunk.length;
		if (left < 0) req.pause();
	});
	req.resume();
}

const hasBody = (req: IncomingMessage): boolean =>
	req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
