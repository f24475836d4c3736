import type { IncomingMessage, ServerResponse } from "node:http";

/** After a response that was sent before the whole body arrived, the connection stays open so long for the rest… */
const LINGER_MS = 1_000;
/** …of which so much is discarded. Beyond that the server stops reading. */
const LINGER_BYTES = 1024 * 1024;

/**
 * Ends a response with its whole body; `Content-Length` tells the client that it is complete. Where the request's
 * body is still arriving, the rest is discarded first, for a while: closing the connection in the middle of it would
 * drop the response before the client, or the proxy, has read it.
 */
export function endResponse(res: ServerResponse, body: Buffer = Buffer.alloc(0)): void {
	const { req } = res;
	const hasNoLength = req.method === "HEAD" || res.statusCode === 204 || res.statusCode === 304;
	if (!hasNoLength) res.setHeader("Content-Length", body.length);
	if (req.complete || !hasBody(req)) {
		res.end(req.method === "HEAD" ? undefined : body);
		return;
	}
	res.flushHeaders();
	if (body.length > 0) res.write(body);
	const timer = setTimeout(() => req.destroy(), LINGER_MS);
	res.once("close", () => clearTimeout(timer));
	req.once("end", () => res.end());
	// Detaches earlier readers of the body.
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
